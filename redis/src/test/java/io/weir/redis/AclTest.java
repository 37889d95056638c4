package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Stamp;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The permissions in docs/redis.md are sufficient for a user, and each is necessary. */
final class AclTest {

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    static String[] documented() {
        return documented("ACL SETUSER weir on ");
    }

    /** Returns the line of the page with this start. */
    static String[] documented(String start) {
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "redis.md"))) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith(start))
                    .findFirst()
                    .orElseThrow()
                    .split(" ", -1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The memory settings of Redis are read only for a warning. */
    static Stream<String> neededRights() {
        return Arrays.stream(documented())
                .filter(word -> word.startsWith("+") || word.startsWith("~"))
                .filter(word -> !word.equals("+info"));
    }

    @Test
    void theDocumentedRightsSuffice() {
        redis.command("ACL", "DELUSER", "weir");
        redis.command(documented());
        assertThatCode(AclTest::doAll).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("neededRights")
    void eachRightIsNeeded(String right) {
        redis.command("ACL", "DELUSER", "weir");
        redis.command(
                Arrays.stream(documented()).filter(word -> !word.equals(right)).toArray(String[]::new));
        assertThatThrownBy(AclTest::doAll)
                .rootCause()
                .message()
                .containsAnyOf(
                        "NOPERM",
                        "can't run this command",
                        "can't access at least one of the keys",
                        "has no permissions"); // Valkey's words
    }

    private static void doAll() {
        redis.command("FLUSHALL");
        redis.command("SCRIPT", "FLUSH");
        try (RedisStore store = RedisStore.connect("redis://weir:secret@127.0.0.1:" + redis.port() + "?timeout=30s")) {
            doAll(store);
        }
    }

    static void doAll(RedisStore store) {
        for (Algorithm algorithm : Algorithm.values()) {
            Charge charge = Charge.of("key", algorithm.limit(Rate.perMinute(1_000)), 2);
            Charge other = Charge.of("other", algorithm.limit(Rate.perMinute(3)), 2);
            Wait.answer(store.charge(List.of(charge)));
            Answer answer = Wait.answer(store.charge(List.of(charge, other)));
            assertThat(answer.allowed()).isTrue();
            assertThat(Wait.answer(store.charge(List.of(other))).allowed()).isFalse();
            Wait.answer(store.peek(List.of(charge, other)));
            Wait.answer(store.giveBack(answer.receipt()));
            Wait.answer(store.forget(charge));
        }
        // At least one of five charges within 16 s is neither the first nor the last in them.
        for (int i = 0; i < 5; i++) {
            Wait.answer(store.charge(List.of(Charge.of("in use", Limit.parse("60/min"), 3))));
        }
        Limit log = Limit.slidingWindow(Rate.perHour(1_000));
        for (int i = 0; i < 400; i++) {
            Wait.answer(store.charge(List.of(Charge.of("a log too long to be read whole", log))));
        }
        Wait.answer(store.probe());
        Document document = store.document("policy");
        Stamp before = Wait.answer(document.stamp());
        assertThat(Wait.answer(document.replaceIf(before, before.version() + 1, "text")))
                .isTrue();
        assertThat(Wait.answer(document.read())).isPresent();
    }
}
