package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * During every fault of Redis or of the connection, calls are answered or fail in time, and the store reconnects by
 * itself.
 */
final class OutageTest {

    private static final Limit LIMIT = Limit.parse("1000000/s");
    private static final List<Charge> CALL = List.of(Charge.of("key", LIMIT));

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static Outage outage(String uri) {
        return Outage.of(uri, LIMIT, 300);
    }

    @Test
    void survivesARestartOfRedis() {
        try (Outage outage = outage(redis.uri()).awaitAnswers()) {
            redis.kill();
            outage.awaitFailures();
            redis.restart();
            outage.awaitAnswers();
        }
    }

    @Test
    void reportsAnOutageOnceAndItsEnd() {
        try (Warnings warnings = new Warnings();
                Outage outage = outage(redis.uri()).awaitAnswers()) {
            redis.kill();
            outage.awaitFailures();
            redis.restart();
            outage.awaitAnswers();
            assertThat(warnings.texts()).singleElement().asString().contains("127.0.0.1:" + redis.port(), "calls fail");
            assertThat(warnings.texts(Level.INFO)).singleElement().asString().contains("answers again");
        }
    }

    @Test
    void startsBeforeRedis() {
        redis.kill();
        try (Outage outage = outage(redis.uri()).awaitFailures()) {
            redis.restart();
            outage.awaitAnswers();
        }
    }

    @Test
    void survivesARedisThatHangs() {
        try (Outage outage = outage(redis.uri()).awaitAnswers()) {
            redis.pause();
            outage.awaitFailures();
            redis.resume();
            outage.awaitAnswers();
        }
    }

    @Test
    void survivesARedisThatPausesItsClients() {
        try (Outage outage = outage(redis.uri()).awaitAnswers()) {
            redis.command("CLIENT", "PAUSE", "1500", "ALL");
            outage.awaitFailures().awaitAnswers();
        }
    }

    @Test
    void survivesAFullRedis() {
        try (Outage outage = outage(redis.uri()).awaitAnswers()) {
            redis.command("CONFIG", "SET", "maxmemory", "1");
            outage.awaitFailures();
            assertThat(Wait.failure(outage.store().charge(CALL))).hasMessageContaining("OOM");
            redis.command("CONFIG", "SET", "maxmemory", "0");
            outage.awaitAnswers();
        }
    }

    /** The server does not close its connections, but another server may have its address now. */
    @Test
    void survivesARedisThatBecomesAReplicaForAWhile() {
        try (RedisServer one = RedisServer.start("--repl-diskless-sync-delay", "0");
                RedisServer other = RedisServer.start(
                        "--repl-diskless-sync-delay", "0", "--replicaof", "127.0.0.1", "" + one.port());
                Outage outage = outage(one.uri()).awaitAnswers()) {
            String connection = connection(one);
            takeTurns(one);
            outage.awaitFailures();
            Wait.until("the connection is closed", () -> !clients(one).contains(connection));
            assertThat(Wait.failure(outage.store().charge(CALL))).hasMessageContaining("READONLY");
            takeTurns(other);
            outage.awaitAnswers();
        }
    }

    private static String clients(RedisServer server) {
        return server.command("CLIENT", "LIST", "TYPE", "normal");
    }

    /** Returns the first words of the entry of Redis about the store's connection. */
    private static String connection(RedisServer server) {
        return clients(server)
                .lines()
                .filter(client -> client.contains("cmd=evalsha"))
                .map(client -> client.substring(0, client.indexOf(" ") + 1))
                .findFirst()
                .orElseThrow();
    }

    /** Makes the master's replica the master. */
    private static void takeTurns(RedisServer master) {
        Wait.until(
                "the replica follows",
                () -> master.command("INFO", "replication").contains("state=online"));
        master.command("FAILOVER");
        Wait.until("the master follows", () -> master.command("ROLE").contains("connected"));
    }

    @Test
    void survivesKilledConnections() {
        try (Outage outage = outage(redis.uri()).awaitAnswers()) {
            for (int i = 0; i < 5; i++) {
                redis.command("CLIENT", "KILL", "TYPE", "normal");
                outage.awaitAnswers();
            }
        }
    }

    @Test
    void survivesAWrongPasswordThatBecomesTheRightOne() {
        redis.command("ACL", "SETUSER", "somebody", "reset", "on", ">another", "~*", "+@all");
        try (Outage outage =
                outage("redis://somebody:secret@127.0.0.1:" + redis.port()).awaitFailures()) {
            assertThat(Wait.failure(outage.store().charge(CALL))).hasMessageContaining("WRONGPASS");
            redis.command("ACL", "SETUSER", "somebody", ">secret");
            outage.awaitAnswers();
        }
    }

    @Test
    void leavesNoThreadWhenAnAddressIsNeverFound() {
        try (Outage outage = outage("redis://no.such.host.invalid")) {
            outage.awaitFailures();
        }
    }

    @Test
    void closesAConnectionWhoseOtherEndHasVanished() {
        try (FaultProxy proxy = FaultProxy.before(redis.port());
                Outage outage = outage(proxy.uri()).awaitAnswers()) {
            proxy.halfOpen();
            outage.awaitFailures();
            proxy.heal();
            outage.awaitAnswers();
        }
    }

    @Test
    void survivesARoundTripLongerThanTheTimeout() {
        try (FaultProxy proxy = FaultProxy.before(redis.port());
                Outage outage = outage(proxy.uri()).awaitAnswers()) {
            proxy.delay(Duration.ofSeconds(1));
            outage.awaitFailures();
            proxy.heal();
            outage.awaitAnswers();
        }
    }

    @Test
    void survivesRejectedConnections() {
        try (FaultProxy proxy = FaultProxy.before(redis.port());
                Outage outage = outage(proxy.uri()).awaitAnswers()) {
            proxy.refuse();
            proxy.cut();
            outage.awaitFailures();
            proxy.heal();
            outage.awaitAnswers();
            Wait.until("one connection is left", () -> proxy.connections() == 1);
        }
    }

    /** A call that Redis received and did not answer: it may have been counted, and is not sent again. */
    @Test
    void aCallWhoseConnectionIsLostFailsAndIsNotSentAgain() {
        try (RedisStore store = RedisStore.connect(redis.uri() + "?timeout=30s")) {
            Wait.answer(store.charge(CALL));
            LostCall.assertFails(redis, () -> store.charge(CALL));
            Wait.until(
                    "the store is back",
                    () -> store.probe()
                            .toCompletableFuture()
                            .handle((done, failure) -> failure == null)
                            .join());
        }
    }
}
