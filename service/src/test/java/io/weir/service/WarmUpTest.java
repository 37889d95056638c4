package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.memory.MemoryStore;
import io.weir.service.access.Access;
import io.weir.store.spi.ForwardingStore;
import io.weir.testkit.redis.RedisServer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class WarmUpTest {

    private static final class ProbedStore extends ForwardingStore {

        private final CompletionStage<Void> answer;
        private int probes;

        ProbedStore(CompletionStage<Void> answer) {
            super(new MemoryStore());
            this.answer = answer;
        }

        @Override
        public CompletionStage<Void> probe() {
            probes++;
            return answer;
        }
    }

    @Test
    void redisHasRunScriptsWhenTheServiceIsReady() {
        try (RedisServer redis = RedisServer.start();
                WeirService service =
                        WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                                .withStore(ServiceContract.withoutTimeouts(redis)))) {
            assertThat(service.port()).isPositive();
            assertThat(redis.command("INFO", "commandstats")).contains("cmdstat_evalsha");
        }
    }

    @Test
    void endsAfterTheGivenNumberOfProbes() {
        ProbedStore store = new ProbedStore(CompletableFuture.completedStage(null));
        WarmUp.of(store);
        assertThat(store.probes).isBetween(1, WarmUp.PROBES);
    }

    @Test
    void endsWithTheFirstProbeThatFails() {
        ProbedStore store = new ProbedStore(CompletableFuture.failedStage(new IllegalStateException("gone")));
        WarmUp.of(store);
        assertThat(store.probes).isEqualTo(1);
    }

    @Test
    void doesNotWaitForAStoreThatHangs() {
        ProbedStore store = new ProbedStore(new CompletableFuture<>());
        WarmUp.of(store);
        assertThat(store.probes).isEqualTo(1);
    }
}
