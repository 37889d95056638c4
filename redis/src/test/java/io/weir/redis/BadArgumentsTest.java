package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.ManualTime;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.Map;
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
 * A number that is none is refused and nothing is written; one that is only written strangely means what it says. Each
 * script is called as the store calls it, on two counters, with one argument spoiled at a time.
 */
final class BadArgumentsTest {

    private static final List<String> NO_NUMBERS = List.of(
            "nan",
            "-nan",
            "inf",
            "-inf",
            "1e400",
            "9007199254740992",
            "9007199254740993",
            "9".repeat(400),
            "",
            " ",
            "\0",
            "-1",
            "0.5",
            "text",
            "nil",
            "1 1",
            "1,0",
            "١");

    private static final Map<String, String> STRANGE_NUMBERS = Map.of(
            "0x10", "16", " 7", "7", "007", "7", "7e1", "70", "-0", "0", "9007199254740991.0", "9007199254740991");

    private static final List<String> NO_NAMES =
            List.of("", " ", "nil", "unknown", "TOKEN_BUCKET", "Enforced", "__index", "1");

    private static final List<String> NO_CALLS =
            List.of("", "1", "text", "\0\1\0", "\0\1\0\0", "\0\0\0\1", "\0\1\0\7", "\0\7\0\1");

    private enum Task {
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
    void refusesWhatIsNoNumber(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        numbers(call).forEach(index -> assertRefused(call, index, NO_NUMBERS));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void readsAStrangelyWrittenNumberAsThePlainOne(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        Map<String, String> before = raw.contents();
        numbers(call)
                .forEach(index -> STRANGE_NUMBERS.forEach(
                        (strange, plain) -> assertThat(outcome(call.withValue(index, strange), before))
                                .as("argument %d of %s is %s", index, call, strange)
                                .isEqualTo(outcome(call.withValue(index, plain), before))));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void refusesNamesItDoesNotKnow(Task task, Algorithm algorithm) {
        ScriptCall call = call(task, algorithm);
        names(call).forEach(index -> assertRefused(call, index, NO_NAMES));
    }

    @ParameterizedTest
    @EnumSource
    void refusesCallsAndTotalsItCannotRead(Algorithm algorithm) {
        ScriptCall call = call(Task.CALLS, algorithm);
        int last = call.values().size() - 1;
        ScriptCall withoutTotals = call.withValue(last - 1, "none");
        assertThat(answer(withoutTotals)).startsWith("answered");
        assertRefused(withoutTotals, last, NO_CALLS);
        if (!call.values().get(last - 1).equals("none")) {
            assertRefused(call, last - 1, NO_CALLS);
        }
    }

    private static void assertRefused(ScriptCall call, int index, List<String> allBad) {
        long writes = raw.writes();
        allBad.forEach(bad -> assertThat(answer(call.withValue(index, bad)))
                .as("argument %d of %s is '%s'", index, call, bad)
                .isEqualTo("refused"));
        assertThat(raw.writes()).as("argument %d of %s is bad", index, call).isEqualTo(writes);
    }

    private static List<Object> outcome(ScriptCall call, Map<String, String> before) {
        List<Object> outcome = List.of(answer(call), raw.contents());
        if (!outcome.get(1).equals(before)) {
            raw.commands().flushall();
            before.forEach(raw::restore);
        }
        return outcome;
    }

    private static String answer(ScriptCall call) {
        try {
            return "answered " + call.run(raw);
        } catch (RedisCommandExecutionException refusal) {
            return "refused";
        }
    }

    /** The first argument is the time that only tests give. */
    private static Stream<Integer> numbers(ScriptCall call) {
        return IntStream.range(1, call.values().size())
                .filter(index -> call.values().get(index).matches("\\d+"))
                .boxed();
    }

    private static Stream<Integer> names(ScriptCall call) {
        return IntStream.range(1, call.values().size())
                .filter(index -> call.values().get(index).matches("[a-z_]+"))
                .filter(index -> !call.values().get(index).equals("none"))
                .boxed();
    }

    /** A call on counters of which something has been taken; for a give-back it is still there. */
    private static ScriptCall call(Task task, Algorithm algorithm) {
        raw.commands().flushall();
        Limit limit = algorithm.limit(Rate.perMinute(70));
        Charge one = Charge.of("one", limit, 3);
        Charge other = Charge.of("other", algorithm.limit(Rate.perMinute(7)), 2);
        Answer taken = Wait.answer(store.charge(List.of(one, other)));
        ScriptCall.note(redis);
        switch (task) {
            case SINGLES -> together(List.of(one), List.of(other));
            case CALLS -> Wait.answer(store.charge(List.of(one, other)));
            case TWICE -> Wait.answer(store.charge(List.of(one, one)));
            case PEEK -> Wait.answer(store.peek(List.of(one, other)));
            case GIVE_BACK -> Wait.answer(store.giveBack(taken.receipt()));
        }
        ScriptCall call = ScriptCall.last(raw, task == Task.TWICE ? 1 : 2);
        raw.commands().flushall();
        Wait.answer(store.charge(List.of(one, other)));
        return call;
    }

    /** Two calls in one script: they come while others are on their way. */
    private static void together(List<Charge> one, List<Charge> other) {
        Limit filler = Limit.parse("1/s");
        redis.pause();
        List<CompletionStage<Answer>> answers = Stream.of(
                        List.of(Charge.of("filler 1", filler)), List.of(Charge.of("filler 2", filler)), one, other)
                .map(store::charge)
                .toList();
        redis.resume();
        answers.forEach(Wait::answer);
    }
}
