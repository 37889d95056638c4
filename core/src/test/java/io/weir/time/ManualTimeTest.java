package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManualTimeTest {

    private final ManualTime time = ManualTime.create();
    private final long start = time.nowMicros();
    private final List<String> ran = new ArrayList<>();

    private Runnable noting(String name) {
        return () -> ran.add(name + " at " + (time.nowMicros() - start));
    }

    @Test
    void runsDueTasksAtTheirInstantsAndInOrder() {
        time.schedule(30, noting("last"));
        time.schedule(10, noting("first"));
        time.schedule(10, noting("second"));
        time.schedule(31, noting("beyond"));
        time.advanceMicros(30);
        assertThat(ran).containsExactly("first at 10", "second at 10", "last at 30");
        assertThat(time.nowMicros()).isEqualTo(start + 30);
    }

    @Test
    void runsTasksThatATaskSchedules() {
        time.schedule(10, () -> time.schedule(10, noting("inner")));
        time.advanceMicros(20);
        assertThat(ran).containsExactly("inner at 20");
    }

    @Test
    void advancingByZeroRunsDueTasks() {
        time.schedule(0, noting("now"));
        assertThat(ran).isEmpty();
        time.advanceMicros(0);
        assertThat(ran).containsExactly("now at 0");
    }

    @Test
    void doesNotRunCancelledTasks() {
        time.schedule(10, noting("kept"));
        time.schedule(10, noting("cancelled")).run();
        time.advanceMicros(10);
        assertThat(ran).containsExactly("kept at 10");
    }

    @Test
    void noTimePassesWhenTheClockStepsBack() {
        time.schedule(10, noting("task"));
        time.advanceMicros(9);
        time.advanceMicros(-1_000);
        assertThat(time.elapsedMicros()).isEqualTo(9);
        assertThat(ran).isEmpty();
        time.advanceMicros(1);
        assertThat(ran).containsExactly("task at -990");
    }
}
