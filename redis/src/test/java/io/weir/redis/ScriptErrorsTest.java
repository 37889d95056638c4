package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.weir.limit.Algorithm;
import io.weir.limit.Rate;
import io.weir.redis.internal.script.KeyName;
import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.Scripts;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The message of an error in a script names the file and the line of the script. */
final class ScriptErrorsTest {

    private static final Pattern PLACE = Pattern.compile("([a-z_]+\\.lua):(\\d+): unreadable counter");

    private static RedisServer redis;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = RedisStore.connect(redis.uri() + "?timeout=30s");
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    private enum Call {
        LONE_CHARGE("charge_singles.lua"),
        TWO_CHARGES("charge_calls.lua"),
        PEEK("charge_calls.lua"),
        GIVE_BACK("give_back.lua");

        private final String file;

        Call(String file) {
            this.file = file;
        }

        CompletionStage<?> on(Charge charge, Answer taken) {
            return switch (this) {
                case LONE_CHARGE -> store.charge(List.of(charge));
                case TWO_CHARGES -> store.charge(List.of(charge, Charge.of("other", charge.limit())));
                case PEEK -> store.peek(List.of(charge));
                case GIVE_BACK -> store.giveBack(taken.receipt());
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesTheLineThatRaisedTheError(Call call) throws IOException {
        Charge bad = Charge.of("bad", Algorithm.FIXED_WINDOW.limit(Rate.perMinute(10)));
        redis.command("FLUSHALL");
        Answer taken = Wait.answer(store.charge(List.of(bad)));
        redis.command("SET", KeyName.of(bad), "garbage");
        String message = String.valueOf(Wait.failure(call.on(bad, taken)).getMessage());
        Matcher place = PLACE.matcher(message);
        assertThat(place.find()).as(message).isTrue();
        assertThat(place.group(1)).isEqualTo(call.file);
        List<String> lines = Files.readAllLines(ScriptFilesTest.FOLDER.resolve(place.group(1)));
        assertThat(lines.get(Integer.parseInt(place.group(2)) - 1))
                .contains("error('unreadable counter: not a window')");
    }

    @Test
    void leavesOtherFailuresUnchanged() {
        LuaScript script = Scripts.replaceDocument();
        Throwable full = new RedisCommandExecutionException("OOM command not allowed when used memory > 'maxmemory'.");
        Throwable other = new IllegalStateException("user_script:1");
        assertThat(script.locate(full)).isSameAs(full);
        assertThat(script.locate(other)).isSameAs(other);
    }
}
