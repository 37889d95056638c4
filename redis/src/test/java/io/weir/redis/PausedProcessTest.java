package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.Test;

/** A process that is paused, as by a long garbage collection, does not regard that as an outage of Redis. */
final class PausedProcessTest {

    @Test
    void answersThatArrivedDuringAPauseAreNotLate() {
        try (RedisServer redis = RedisServer.start();
                LoadProcesses processes = new LoadProcesses(1)) {
            String job = redis.uri() + "?timeout=500ms TOKEN_BUCKET 1000/s 7 200000 redis";
            LoadProcesses.Outcome outcome = processes.run(job, () -> {
                Wait.until(
                        "calls are on their way",
                        () -> redis.command("INFO", "commandstats").contains("cmdstat_evalsha:calls="));
                // Only once: a process that gets no time in between cannot detect a second pause.
                processes.pauseFor(Outage.TIMEOUT.plusMillis(300));
            });
            assertThat(outcome.failed()).isZero();
        }
    }
}
