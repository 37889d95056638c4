package io.weir.live;

import static io.weir.live.Follower.done;
import static io.weir.live.Follower.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.live.revision.Revision;
import io.weir.redis.RedisStore;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following a document in a real Redis. */
final class RedisPolicyTest {

    private static final Author ONCALL = Author.of("oncall");
    private static final String KEY = "rate_limiter:policy";

    private final RedisServer redis = RedisServer.start();
    private final RedisStore store = RedisStore.connect(redis.uri() + "?timeout=10s");

    @TempDir
    private Path folder;

    @BeforeEach
    void start() {
        assertThat(redis.command("PING")).isEqualTo("PONG");
    }

    @AfterEach
    void end() {
        store.close();
        redis.close();
    }

    private Follower process() {
        return Follower.on(store.document("policy"));
    }

    private static void awaitRules(Follower process, String... rules) {
        await().until(() -> {
            process.aSecondPasses();
            return process.rules().equals(List.of(rules));
        });
    }

    private void awaitVersion(String version) {
        await().until(() -> redis.command("HGET", KEY, "version").equals(version));
    }

    @Test
    void allProcessesOnOneRedisFollow() {
        try (Follower one = Follower.on(store.document("policy"), PolicyTexts.orders("10/min"));
                RedisStore elsewhere = RedisStore.connect(redis.uri());
                Follower other = Follower.on(elsewhere.document("policy"), PolicyTexts.orders("99/min"))) {
            awaitRules(other, "orders 10/min ENFORCE");
            done(other.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            awaitRules(one, "orders 20/min ENFORCE");
            assertThat(one.live.status().document())
                    .isEqualTo(other.live.status().document());
        }
    }

    @Test
    void oneOfTwoConcurrentWritersWins() {
        try (Follower one = process();
                Follower other = process()) {
            for (int round = 1; round <= 20; round++) {
                long before = round == 1 ? 0 : Long.parseLong(redis.command("HGET", KEY, "version"));
                List<CompletableFuture<Revision>> both = List.of(
                        one.editor
                                .push(ONCALL, PolicyTexts.orders(round + "/min"))
                                .toCompletableFuture(),
                        other.editor
                                .push(Author.of("deployer"), PolicyTexts.orders(round + "/h"))
                                .toCompletableFuture());
                List<Object> outcomes = new ArrayList<>();
                both.forEach(each -> outcomes.add(each.<Object>thenApply(revision -> revision)
                        .exceptionally(Throwable::getCause)
                        .join()));
                // Both changes succeed if one began after the other was complete.
                assertThat(outcomes).hasAtLeastOneElementOfType(Revision.class);
                assertThat(outcomes).allMatch(each -> each instanceof Revision || each instanceof ConflictException);
                long won = outcomes.stream().filter(Revision.class::isInstance).count();
                long version = Long.parseLong(redis.command("HGET", KEY, "version"));
                assertThat(Math.max(one.version(), other.version())).isEqualTo(version);
                assertThat(version).as("every winner wrote a version").isEqualTo(before + won);
            }
        }
    }

    @Test
    void exactlyOneOfTwoAuthorsThatExpectTheSameVersionWins() {
        try (Follower one = process();
                Follower other = process()) {
            for (int round = 0; round < 20; round++) {
                int number = round;
                List<Boolean> won = List.of(one, other).parallelStream()
                        .map(process -> process.editor
                                .push(
                                        Author.of(process == one ? "oncall" : "deployer")
                                                .expecting(number),
                                        text(process == one, number))
                                .handle((revision, failure) -> failure == null)
                                .toCompletableFuture()
                                .join())
                        .toList();
                assertThat(won).as("round " + round).containsExactlyInAnyOrder(true, false);
            }
            awaitVersion("20");
        }
    }

    private static List<io.weir.policyfile.PolicyText> text(boolean first, int round) {
        return PolicyTexts.orders((round + 1) + (first ? "/min" : "/h"));
    }

    @Test
    void anEmptyRedisGetsItsLostDocumentBack() {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            String digest = redis.command("HGET", KEY, "digest");
            redis.kill();
            await().until(() -> {
                process.aSecondPasses();
                return process.problem().isPresent();
            });
            assertThat(process.problem()).get().asString().startsWith("Redis does not answer, so");
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
            assertThat(failure(process.editor.push(ONCALL, PolicyTexts.orders("30/min"))))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("Redis does not answer")
                    .hasMessageEndingWith("nothing was changed");
            redis.restart();
            await().until(() -> {
                process.aSecondPasses();
                return redis.command("HGET", KEY, "digest").equals(digest);
            });
            await().until(() -> {
                process.aSecondPasses();
                return process.problem().isEmpty();
            });
            assertThat(process.inForce).hasSize(3);
        }
    }

    @Test
    void aNewerLocalDocumentReplacesTheOneInRedis() {
        try (Follower one = process();
                Follower other = process()) {
            done(one.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            awaitRules(other, "orders 10/min ENFORCE");
            done(other.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            redis.command("FLUSHALL");
            one.aSecondPasses();
            awaitVersion("1");
            other.aSecondPasses();
            awaitVersion("2");
            awaitRules(one, "orders 20/min ENFORCE");
        }
    }

    @Test
    void twoTextsWithTheSameVersionConverge() {
        try (Follower one = process();
                Follower other = process()) {
            done(one.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            redis.command("FLUSHALL");
            done(other.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            awaitRules(one, "orders 20/min ENFORCE");
        }
    }

    @Test
    void startsWithoutRedisFromTheCopy() {
        try (Follower process = Follower.on(store.document("policy"), folder)) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
        }
        redis.kill();
        try (RedisStore gone = RedisStore.connect(redis.uri() + "?timeout=100ms");
                Follower process = Follower.on(gone.document("policy"), folder)) {
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).isPresent();
            redis.restart();
            await().until(() -> {
                process.aSecondPasses();
                return redis.command("HGET", KEY, "version").equals("1");
            });
        }
    }

    @Test
    void theDocumentInRedisWinsOverTheCopy() {
        try (Follower process = Follower.on(store.document("policy"), folder)) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
        }
        redis.command("FLUSHALL");
        try (Follower other = process()) {
            done(other.editor.push(ONCALL, PolicyTexts.orders("30/min")));
        }
        try (Follower process = Follower.on(store.document("policy"), folder)) {
            assertThat(process.rules()).containsExactly("orders 30/min ENFORCE");
            assertThat(process.version()).isEqualTo(1);
        }
        redis.command("FLUSHALL");
        try (Follower process = Follower.on(store.document("policy"), folder)) {
            assertThat(process.rules()).containsExactly("orders 30/min ENFORCE");
            awaitVersion("1");
        }
    }

    @Test
    void aTextThatIsNotADocumentIsReportedAndKept() {
        redis.command("SET", KEY, "something else");
        try (Follower process = Follower.on(store.document("policy"), PolicyTexts.orders("10/min"))) {
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            await().until(() ->
                    process.problem().filter(text -> text.contains("WRONGTYPE")).isPresent());
            assertThat(redis.command("GET", KEY)).isEqualTo("something else");
        }
    }

    @Test
    void transfersTextsOfAnySizeAndAlphabet() {
        String comment = "# Grüße, 水, 🌊, \"\\t\" \t'\n";
        List<io.weir.policyfile.PolicyText> large = PolicyTexts.file(comment + "# ".repeat(1) + "x".repeat(500_000)
                + "\nrules:\n  - {name: orders, per: ip, limit: 10/min}\n");
        try (Follower one = process();
                Follower other = process()) {
            for (int i = 0; i < 3; i++) {
                done(one.editor.push(ONCALL, large));
                done(one.editor.push(ONCALL, PolicyTexts.orders(i + 1 + "/s")));
            }
            done(one.editor.push(ONCALL, large));
            awaitRules(other, "orders 10/min ENFORCE");
            assertThat(other.live.status().content().files()).isEqualTo(large);
            assertThat(other.live.status().revision().flatMap(Revision::reason)).isEqualTo(Optional.empty());
        }
    }
}
