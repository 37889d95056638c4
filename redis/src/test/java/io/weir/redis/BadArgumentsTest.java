package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An argument that is no number is rejected, and nothing is written. Each script is called as the store calls it, with
 * one argument changed at a time.
 */
final class BadArgumentsTest {

    /** A letter, then seven numbers. */
    private static final int NUMBERS = 7;

    private static final int LENGTH = 1 + NUMBERS * Long.BYTES;

    /** Other meanings of the eight bytes of a number. */
    private static final List<Long> NO_NUMBERS = List.of(
            1L << 53,
            (1L << 53) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            -1L,
            Double.doubleToRawLongBits(Double.NaN),
            Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
            Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
            Double.doubleToRawLongBits(0.5),
            Double.doubleToRawLongBits(-1));

    private static final List<String> NO_SEVEN_NUMBERS = List.of(
            "",
            " ",
            "\0",
            "nan",
            "inf",
            "0x10",
            "9007199254740993",
            "text",
            "9".repeat(LENGTH),
            "T" + "9".repeat(LENGTH - 1),
            "T" + "\0".repeat(LENGTH - 2),
            "T" + "\0".repeat(LENGTH),
            "\0".repeat(LENGTH),
            "\0".repeat(4_000));

    private static final List<String> NO_LETTERS = List.of(" ", "\0", "t", "A", "E", "%", ".", "]", "^", "1", "\u00ff");

    private static final List<String> NO_CALLS = List.of(
            "",
            "1",
            "text",
            "\0",
            "\0\0",
            "\0\1",
            "\0\1\0\1\0\1",
            "\0\1\0\1\0\1X",
            "\0\1\0\1\0\1e",
            "\0\1\0\0\0\1E",
            "\0\1\0\7\0\1E",
            "\0\1\0\1\0\0E",
            "\0\1\0\1\0\7E",
            "\0\1\0\1\0\1E",
            "\0\1\0\1\0\1E\0",
            "\7\7\0\1\0\1E");

    private enum Task {
        ONE,
        SINGLES,
        CALLS,
        TWICE,
        PEEK,
        GIVE_BACK
    }

    private static RedisServer redis;
    private static RawRedis raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = TestStore.on(redis.uri() + "?timeout=30s", ManualTime.create());
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    static Stream<Arguments> scripts() {
        return Stream.of(Task.values())
                .flatMap(task -> Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(task, algorithm)));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void rejectsArgumentsThatAreNoNumbers(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        numbers(call).forEach(index -> {
            assertRejected(call, index, NO_SEVEN_NUMBERS);
            for (int i = 0; i < NUMBERS; i++) {
                assertRejected(call, index, spoiled(call.values().get(index), i, NO_NUMBERS));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void rejectsTooManyKeysOrCalls(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        if (task != Task.GIVE_BACK) {
            numbers(call).forEach(index -> {
                String numbers = call.values().get(index);
                assertRejected(call, index, spoiled(numbers, 0, List.of(3L, 1_000_000L)));
                assertRejected(call, index, spoiled(numbers, 1, List.of(1_025L, 1_000_000_000L)));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void rejectsUnknownLetters(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        numbers(call).forEach(index -> {
            String numbers = call.values().get(index).substring(1);
            assertRejected(
                    call,
                    index,
                    NO_LETTERS.stream().map(letter -> letter + numbers).toList());
        });
    }

    /** The script reads the calls if there is not enough for all of them, or if the groups have no keys. */
    @ParameterizedTest
    @EnumSource
    void rejectsUnreadableCalls(Algorithm algorithm) {
        ScriptCall call = call(Task.CALLS, algorithm);
        for (int index : numbers(call).toList()) {
            call = call.withValue(
                    index, spoiled(call.values().get(index), 0, List.of(0L)).get(0));
        }
        assertThat(answer(call)).startsWith("answered");
        assertRejected(call, 1, NO_CALLS);
    }

    /** Returns the seven numbers with one of them replaced by each of these. */
    private static List<String> spoiled(String numbers, int index, List<Long> bad) {
        return bad.stream()
                .map(number -> {
                    ByteBuffer bytes = ByteBuffer.wrap(numbers.getBytes(StandardCharsets.ISO_8859_1));
                    bytes.putLong(1 + index * Long.BYTES, number);
                    return new String(bytes.array(), StandardCharsets.ISO_8859_1);
                })
                .toList();
    }

    private static void assertRejected(ScriptCall call, int index, List<String> allBad) {
        long writes = raw.writes();
        allBad.forEach(bad -> assertThat(answer(call.withValue(index, bad)))
                .as("argument %d of %s is '%s'", index, call, bad)
                .isEqualTo("refused"));
        assertThat(raw.writes()).as("argument %d of %s is bad", index, call).isEqualTo(writes);
    }

    private static String answer(ScriptCall call) {
        try {
            return "answered " + call.run(raw);
        } catch (RedisCommandExecutionException refusal) {
            return "refused";
        }
    }

    /** The first argument is the time, which only tests pass. */
    private static Stream<Integer> numbers(ScriptCall call) {
        return IntStream.range(1, call.values().size())
                .filter(index -> call.values().get(index).length() == LENGTH)
                .boxed();
    }

    /** A call on counters of which something has been taken; for a give-back it has not come back yet. */
    private static ScriptCall call(Task task, Algorithm algorithm) {
        raw.commands().flushall();
        Limit limit = algorithm.limit(Rate.perMinute(70));
        Charge one = Charge.of("one", limit, 3);
        Charge other = Charge.of("other", algorithm.limit(Rate.perMinute(7)), 2);
        Answer taken = Wait.answer(store.charge(List.of(one, other)));
        ScriptCall.note(redis);
        switch (task) {
            case ONE -> Wait.answer(store.charge(List.of(one)));
            case SINGLES -> together(List.of(one), List.of(other));
            case CALLS -> Wait.answer(store.charge(List.of(one, other)));
            case TWICE -> Wait.answer(store.charge(List.of(one, one)));
            case PEEK -> Wait.answer(store.peek(List.of(one, other)));
            case GIVE_BACK -> Wait.answer(store.giveBack(taken.receipt()));
        }
        ScriptCall call = ScriptCall.last(raw, task == Task.TWICE || task == Task.ONE ? 1 : 2);
        raw.commands().flushall();
        Wait.answer(store.charge(List.of(one, other)));
        return call;
    }

    /** Two calls in one script: they arrive while the maximum of full batches is in flight. */
    private static void together(List<Charge> one, List<Charge> other) {
        Limit filler = Limit.parse("1000000/s");
        List<Charge> full = IntStream.range(0, 384)
                .mapToObj(key -> Charge.of("filler " + key, filler))
                .toList();
        redis.pause();
        List<CompletionStage<Answer>> answers = Stream.concat(
                        Collections.nCopies(16, full).stream(), Stream.of(one, other))
                .map(store::charge)
                .toList();
        redis.resume();
        answers.forEach(Wait::answer);
    }
}
