package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.document.spi.Document.Stamp;
import org.junit.jupiter.api.Test;

final class FollowProblemTest {

    private static final Stamp NINE = Stamp.of(9, "nine");

    private final FollowProblem problem = new FollowProblem(new MemoryDocument());

    /** A text that was forgotten would be read and logged every second. */
    @Test
    void remembersTheRejectedTextUntilTheProblemIsSolved() {
        assertThat(problem.isRefused(Stamp.NONE)).isFalse();
        problem.refuse(NINE, new IllegalArgumentException("too new"));
        assertThat(problem.isRefused(NINE)).isTrue();
        assertThat(problem.isRefused(Stamp.of(9, "another"))).isFalse();
        problem.solved();
        assertThat(problem.isRefused(NINE)).isFalse();
        assertThat(problem.text()).isEmpty();
    }

    @Test
    void showsARejectedTextRatherThanAnUnavailableDocument() {
        problem.unavailable(new IllegalStateException("gone"));
        assertThat(problem.text()).get().asString().endsWith("gone");
        problem.refuse(NINE, new IllegalArgumentException("too new"));
        assertThat(problem.text()).contains("version 9 in memory cannot be used: too new");
        problem.available();
        assertThat(problem.text()).contains("version 9 in memory cannot be used: too new");
    }
}
