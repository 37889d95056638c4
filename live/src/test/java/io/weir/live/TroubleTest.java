package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.redis.RedisDocument.Stamp;
import org.junit.jupiter.api.Test;

final class TroubleTest {

    private static final Stamp NINE = Stamp.of(9, "nine");

    private final Trouble trouble = new Trouble(Home.inMemory());

    /** Else it would be read again, and logged, every second. */
    @Test
    void knowsWhatWasRefusedUntilThatIsOver() {
        assertThat(trouble.isRefused(Stamp.NONE)).isFalse();
        trouble.refuse(NINE, new IllegalArgumentException("too new"));
        assertThat(trouble.isRefused(NINE)).isTrue();
        assertThat(trouble.isRefused(Stamp.of(9, "another"))).isFalse();
        trouble.over();
        assertThat(trouble.isRefused(NINE)).isFalse();
        assertThat(trouble.text()).isEmpty();
    }

    @Test
    void tellsWhatWasRefusedBeforeWhoDoesNotAnswer() {
        trouble.absent(new IllegalStateException("gone"));
        assertThat(trouble.text()).get().asString().endsWith("gone");
        trouble.refuse(NINE, new IllegalArgumentException("too new"));
        assertThat(trouble.text()).contains("version 9 in memory cannot be used: too new");
        trouble.present();
        assertThat(trouble.text()).contains("version 9 in memory cannot be used: too new");
    }
}
