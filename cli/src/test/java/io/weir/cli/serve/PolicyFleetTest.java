package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.blackbox.Instance;
import io.weir.failure.Safeguards;
import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three instances on one Redis whose policy changes under load. All run in this process, but share nothing in it;
 * {@link FleetTest} uses separate processes.
 */
final class PolicyFleetTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);

    /** Safeguards with a deadline that even a busy machine meets. */
    private static final Safeguards PATIENT = Safeguards.defaults().withDeadline(Duration.ofSeconds(10));

    @TempDir
    private static Path folder;

    private static RedisServer redis;
    private static final List<WeirService> SERVICES = new ArrayList<>();
    private static final List<Instance> INSTANCES = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        redis = RedisServer.start();
        for (int i = 0; i < 3; i++) {
            WeirService service = serve("instance-" + i);
            SERVICES.add(service);
            INSTANCES.add(new Instance(service.port()));
        }
    }

    private static WeirService serve(String name) {
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty()))
                .withStore(new StoreSettings(
                        Optional.of(redis.uri() + "?timeout=10s"), PATIENT, HttpResponseStatus.TOO_MANY_REQUESTS))
                .withPolicy(new PolicySettings(
                        Optional.empty(), PolicySettings.Source.DOCUMENT, Optional.of(folder.resolve(name)))));
    }

    @AfterAll
    static void stop() {
        SERVICES.forEach(WeirService::close);
        redis.close();
    }

    /** Some tests kill Redis; the instances reconnect one by one. */
    @BeforeEach
    void awaitHealthyInstances() {
        await().atMost(GENEROUS).until(() -> INSTANCES.stream().allMatch(Instance::isHealthy));
    }

    private static String perKey(String limit) {
        return "rules:\n  - {name: orders, match: {key: '*'}, per: key, limit: " + limit + "}\n";
    }

    private static void awaitVersion(long version) {
        await().atMost(GENEROUS)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> INSTANCES.stream().allMatch(instance -> instance.version() == version));
    }

    @Test
    void everyAnswerFollowsTheOldOrTheNewPolicyAndSoonOnlyTheNew() throws Exception {
        long first = INSTANCES.get(0).push(perKey("1000000/h")).version();
        awaitVersion(first);
        List<CapacityObserver> observers = new ArrayList<>();
        for (Instance instance : INSTANCES) {
            observers.add(CapacityObserver.of(instance, "busy", 1_000_000));
            observers.add(CapacityObserver.of(instance, "calm", 1_000_000));
        }
        List<Long> tookMillis = new ArrayList<>();
        for (int change = 1; change <= 5; change++) {
            long capacity = 1_000_000L + change;
            Instance.Pushed pushed = INSTANCES.get(change % 3).push(perKey(capacity + "/h"));
            assertThat(pushed.status()).isEqualTo(200);
            long written = System.nanoTime();
            await().atMost(GENEROUS)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> observers.stream().allMatch(observer -> observer.newest() == capacity));
            tookMillis.add((System.nanoTime() - written) / 1_000_000);
        }
        long answers = 0;
        for (CapacityObserver observer : observers) {
            answers += observer.stop();
            assertThat(observer.faults()).isEmpty();
        }
        System.out.println("5 changes under load, " + answers + " answers; all three instances had each after "
                + tookMillis + " ms");
        assertThat(answers).isGreaterThan(100);
    }

    private static final int[] RAISED_AND_LOWERED = {100, 160, 50, 200};

    /**
     * A key that is asked for all the time.
     *
     * @param totals what it has been granted in all after each of the limits above
     */
    private record Consumer(String algorithm, List<Integer> totals, LongAdder asked, LongAdder granted) {

        Consumer(String algorithm, Integer... totals) {
            this(algorithm, List.of(totals), new LongAdder(), new LongAdder());
        }

        void askUntil(AtomicBoolean over, Instance instance) {
            while (!over.get()) {
                granted.add(instance.check(algorithm + ":consumer") == 200 ? 1 : 0);
                asked.increment();
                LockSupport.parkNanos(1_000_000);
            }
        }

        /** Waits until it was granted that, and would have been granted more by now. */
        void awaitTotal(int change) {
            int total = totals.get(change);
            await().atMost(GENEROUS).until(() -> granted.sum() >= total);
            long before = asked.sum();
            await().atMost(GENEROUS).until(() -> asked.sum() > before + 100);
            assertThat(granted.sum())
                    .as(algorithm + " after a limit of " + RAISED_AND_LOWERED[change])
                    .isEqualTo(total);
        }

        String rule(int permits) {
            return "  - {name: " + algorithm + ", match: {key: '" + algorithm + ":*'}, per: key, limit: {algorithm: "
                    + algorithm + ", permits: " + permits + ", per: 3650days}}\n";
        }
    }

    /**
     * As for every store, a changed number reads what was counted before, while all three are asked all the time. A bucket keeps the
     * time until it is full, so one that is empty stays empty; windows keep the count.
     */
    @Test
    void consumedPermitsStayConsumedWhileLimitsAreRaisedAndLowered() {
        List<Consumer> consumers = List.of(
                new Consumer("token-bucket", 100, 100, 100, 100),
                new Consumer("fixed-window", 100, 160, 160, 200),
                new Consumer("sliding-window", 100, 160, 160, 200),
                new Consumer("sliding-window-counter", 100, 160, 160, 200));
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Void>> observers = new ArrayList<>();
        try {
            for (int change = 0; change < RAISED_AND_LOWERED.length; change++) {
                int permits = RAISED_AND_LOWERED[change];
                String rules = consumers.stream()
                        .map(consumer -> consumer.rule(permits))
                        .collect(Collectors.joining("", "rules:\n", ""));
                awaitVersion(INSTANCES.get(0).push(rules).version());
                if (observers.isEmpty()) {
                    consumers.forEach(consumer ->
                            INSTANCES.forEach(instance -> observers.add(CompletableFuture.runAsync(
                                    () -> consumer.askUntil(over, instance),
                                    each -> new Thread(each, "consumer").start()))));
                }
                for (Consumer consumer : consumers) {
                    consumer.awaitTotal(change);
                }
            }
        } finally {
            over.set(true);
        }
        observers.forEach(CompletableFuture::join);
    }

    @Test
    void aBadPolicyChangesNothing() {
        long version = INSTANCES.get(0).push(perKey("77/h")).version();
        awaitVersion(version);
        Instance.Pushed refused = INSTANCES.get(1).push(perKey("often"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("\"mistakes\"").contains("Cannot read the limit");
        assertThat(INSTANCES).allMatch(instance -> instance.version() == version);
        assertThat(INSTANCES).allMatch(instance -> instance.capacity("anyone") == 77);
    }

    @Test
    void ofTwoConcurrentPushesOneSucceedsAndTheOtherIsAConflict() {
        long version = INSTANCES.get(0).push(perKey("88/h")).version();
        awaitVersion(version);
        for (int round = 0; round < 10; round++) {
            long expected = version + round;
            String limit = 100 + round + "/h";
            List<CompletableFuture<Instance.Pushed>> both = IntStream.of(0, 1)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> INSTANCES
                            .get(i)
                            .push(perKey(i == 0 ? limit : limit + " burst 200"), "admin-" + i, expected)))
                    .toList();
            List<Instance.Pushed> outcomes =
                    both.stream().map(CompletableFuture::join).toList();
            assertThat(outcomes).extracting(Instance.Pushed::status).containsExactlyInAnyOrder(200, 409);
            Instance.Pushed conflict = outcomes.get(outcomes.get(0).status() == 409 ? 0 : 1);
            String winner = outcomes.get(0).status() == 200 ? "admin-0" : "admin-1";
            assertThat(conflict.body()).contains("version " + (expected + 1) + " was written by " + winner + " at ");
        }
        awaitVersion(version + 10);
    }

    @Test
    void thePolicySurvivesARedisThatReturnsEmpty() throws Exception {
        long version = INSTANCES.get(0).push(perKey("99/h")).version();
        awaitVersion(version);
        redis.kill();
        await().atMost(GENEROUS)
                .until(() -> INSTANCES.get(0).push(perKey("98/h")).status() == 503);
        assertThat(INSTANCES).allMatch(instance -> instance.capacity("somebody") == 99);
        redis.restart();
        await().atMost(GENEROUS)
                .until(() ->
                        redis.command("HGET", "rate_limiter:policy", "version").equals(Long.toString(version)));
        assertThat(INSTANCES).allMatch(instance -> instance.version() == version);
        try (WeirService late = serve("late")) {
            Instance joined = new Instance(late.port());
            await().atMost(GENEROUS).until(() -> joined.version() == version);
            assertThat(joined.capacity("somebody")).isEqualTo(99);
        }
    }

    @Test
    void startsFromItsOwnCopyWhileRedisIsGone() throws Exception {
        long version = INSTANCES.get(0).push(perKey("66/h")).version();
        awaitVersion(version);
        try (WeirService first = serve("own")) {
            Instance before = new Instance(first.port());
            await().atMost(GENEROUS).until(() -> before.version() == version);
        }
        redis.kill();
        try (WeirService again = serve("own")) {
            Instance instance = new Instance(again.port());
            assertThat(instance.version()).isEqualTo(version);
            assertThat(instance.capacity("somebody")).isEqualTo(66);
        } finally {
            redis.restart();
        }
        await().atMost(GENEROUS)
                .until(() ->
                        redis.command("HGET", "rate_limiter:policy", "version").equals(Long.toString(version)));
    }
}
