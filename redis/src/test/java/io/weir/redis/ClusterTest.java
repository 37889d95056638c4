package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import io.weir.limit.Limit;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behaviour that is specific to a Cluster. */
final class ClusterTest {

    private static final Limit LIMIT = Limit.parse("1000000/day");
    private static final Charge CHARGE = Charge.of("key", LIMIT);

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void empty() {
        masters().forEach(master -> master.command("FLUSHALL"));
    }

    private static Stream<RedisServer> masters() {
        return cluster.nodes().stream().filter(node -> node.command("ROLE").startsWith("master"));
    }

    private static String uri(String parameters) {
        return Clusters.uri(cluster) + parameters;
    }

    private static RedisStore onTestTime() {
        return TestStore.on(uri("?timeout=30s"), ManualTime.create());
    }

    private static RedisServer masterOf(Charge charge) {
        return cluster.masterOf(KeyName.of(charge));
    }

    /** Returns this many different keys of one slot. */
    private static List<Charge> ofOneSlot(int keys) {
        int slot = SlotHash.getSlot(KeyName.of(CHARGE));
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> Charge.of("key" + i, LIMIT))
                .filter(charge -> SlotHash.getSlot(KeyName.of(charge)) == slot)
                .limit(keys)
                .toList();
    }

    private static long taken(RedisStore store, Charge charge) {
        return LIMIT.capacity()
                - Wait.answer(store.peek(List.of(charge))).get(0).remaining();
    }

    @Test
    void chargesKeysOfAnySlots() {
        SplittableRandom random = new SplittableRandom(Long.getLong("weir.seed", 1));
        try (RedisStore store = onTestTime()) {
            List<CompletionStage<Answer>> answers = Stream.generate(() -> Stream.generate(() -> StrangeKeys.any(random))
                            .filter(key -> !key.isBlank())
                            .map(key -> Charge.of(key, LIMIT))
                            .limit(1 + random.nextInt(5))
                            .toList())
                    .limit(2_000)
                    .map(store::charge)
                    .toList();
            answers.forEach(answer -> assertThat(Wait.answer(answer).allowed()).isTrue());
        }
    }

    @Test
    void callsOfOneSlotShareScripts() {
        List<Charge> charges = ofOneSlot(10);
        RedisServer master = masterOf(CHARGE);
        try (RedisStore store = onTestTime();
                RawRedis raw = new RawRedis(master)) {
            charges.forEach(
                    charge -> assertThat(store.chargeNow(charge).allowed()).isTrue());
            long scripts = raw.calls("evalsha");
            master.pause();
            List<CompletionStage<Answer>> answers = IntStream.range(0, 500)
                    .mapToObj(i -> store.charge(List.of(charges.get(i % 10), charges.get(i % 7))))
                    .toList();
            master.resume();
            answers.forEach(answer -> assertThat(Wait.answer(answer).allowed()).isTrue());
            assertThat(raw.calls("evalsha") - scripts).isLessThan(50);
            assertThat(charges.stream()
                            .mapToLong(charge -> taken(store, charge))
                            .sum())
                    .isEqualTo(10 + 1_000);
        }
    }

    @Test
    void aCallWhoseConnectionIsLostFailsAndIsNotSentAgain() {
        try (RedisStore store = RedisStore.connect(uri("?timeout=30s"))) {
            Wait.answer(store.charge(List.of(CHARGE)));
            LostCall.assertFails(masterOf(CHARGE), () -> store.charge(List.of(CHARGE)));
        }
    }

    @Test
    void aProbeFindsTheOneMasterThatCannotCount() {
        RedisServer full = masterOf(CHARGE);
        try (RedisStore store = RedisStore.connect(uri(""))) {
            Wait.answer(store.probe());
            full.command("CONFIG", "SET", "maxmemory", "1");
            assertThat(Wait.failure(store.probe())).hasMessageContaining("OOM");
        } finally {
            full.command("CONFIG", "SET", "maxmemory", "0");
        }
    }

    @Test
    void warnsOfTheOneMasterThatEvicts() {
        RedisServer evicting = masterOf(CHARGE);
        evicting.command("CONFIG", "SET", "maxmemory", "100mb", "maxmemory-policy", "allkeys-lru");
        try (Warnings warnings = new Warnings();
                RedisStore store = RedisStore.connect(uri(""))) {
            Wait.until("the store warns", () -> warnings.texts().size() == 1);
            assertThat(warnings.texts().get(0)).contains("maxmemory-policy noeviction");
            assertThat(store.chargeNow(CHARGE).allowed()).isTrue();
        } finally {
            evicting.command("CONFIG", "SET", "maxmemory", "0", "maxmemory-policy", "noeviction");
        }
    }

    /** Redis rejects a script on both. */
    @Test
    void chargesAKeyThatHasMovedTogetherWithOneThatHasNot() {
        List<Charge> both = ofOneSlot(2);
        int slot = SlotHash.getSlot(KeyName.of(CHARGE));
        RedisServer from = cluster.masterOf(slot);
        RedisServer to = masters().filter(other -> other != from).findFirst().orElseThrow();
        try (RedisStore store = onTestTime()) {
            Wait.answer(store.charge(both));
            to.command("CLUSTER", "SETSLOT", "" + slot, "IMPORTING", from.command("CLUSTER", "MYID"));
            from.command("CLUSTER", "SETSLOT", "" + slot, "MIGRATING", to.command("CLUSTER", "MYID"));
            from.command("MIGRATE", "127.0.0.1", "" + to.port(), KeyName.of(both.get(0)), "0", "5000");
            assertThat(Wait.answer(store.charge(both)).allowed()).isTrue();
            Charge tooMuch = Charge.of(both.get(0).key(), LIMIT, LIMIT.capacity());
            assertThat(Wait.answer(store.charge(List.of(tooMuch, both.get(1)))).allowed())
                    .isFalse();
            both.forEach(charge -> Wait.until("two calls are granted", () -> taken(store, charge) == 2));
        } finally {
            cluster.migrate(slot, from, to);
        }
    }

    @Test
    void admitsExactlyTheSameWhileASlotMoves() {
        List<Charge> charges = ofOneSlot(200);
        int slot = SlotHash.getSlot(KeyName.of(CHARGE));
        List<List<Charge>> calls = IntStream.range(0, 200)
                .mapToObj(i -> List.of(charges.get(i), charges.get((i + 1) % 200)))
                .toList();
        long allowed;
        try (Outage outage = Outage.of(onTestTime(), calls).awaitAnswers()) {
            RedisServer from = cluster.masterOf(slot);
            RedisServer to =
                    masters().filter(other -> other != from).findFirst().orElseThrow();
            cluster.migrate(slot, from, to);
            outage.awaitAnswers();
            cluster.migrate(slot, to, from);
            outage.awaitAnswers();
            allowed = outage.allowed();
            assertThat(outage.failures()).isZero();
        }
        try (RedisStore store = onTestTime()) {
            assertThat(charges.stream()
                            .mapToLong(charge -> taken(store, charge))
                            .sum())
                    .isEqualTo(2 * allowed);
        }
    }

    @Test
    void survivesAKilledMaster() {
        RedisServer master = masterOf(CHARGE);
        List<List<Charge>> calls = List.of(List.of(CHARGE));
        RedisStore store = RedisStore.connect(uri("?timeout=" + Outage.TIMEOUT.toMillis() + "ms"));
        try (Outage outage = Outage.of(store, calls).awaitAnswers()) {
            cluster.kill(master);
            outage.awaitFailures().awaitAnswers();
        } finally {
            master.restart();
            cluster.awaitHealth();
        }
    }

    @Test
    void survivesAMasterThatHangs() {
        RedisServer master = masterOf(CHARGE);
        List<List<Charge>> calls = List.of(List.of(CHARGE));
        RedisStore store = RedisStore.connect(uri("?timeout=" + Outage.TIMEOUT.toMillis() + "ms"));
        try (Outage outage = Outage.of(store, calls).awaitAnswers()) {
            master.pause();
            outage.awaitFailures().awaitAnswers();
        } finally {
            master.resume();
            cluster.awaitHealth();
        }
    }

    @Test
    void startsBeforeTheCluster() {
        RedisServer first = cluster.nodes().get(0);
        String nobody = "redis-cluster://127.0.0.1:" + first.port() + "?timeout=500ms";
        first.pause();
        RedisStore store;
        try {
            store = RedisStore.connect(nobody);
            assertThat(Wait.failure(store.charge(List.of(CHARGE)))).hasMessageContaining("127.0.0.1:" + first.port());
        } finally {
            first.resume();
            cluster.awaitHealth();
        }
        try (Outage outage = Outage.of(store, List.of(List.of(CHARGE)))) {
            outage.awaitAnswers();
        }
    }
}
