package io.weir.redis.internal.batch;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.Log;
import io.weir.limit.spi.Window;
import io.weir.redis.internal.link.Connection;
import io.weir.redis.internal.script.KeyName;
import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.Refusals;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.redis.internal.script.Scripts;
import io.weir.store.Charge;
import io.weir.store.Receipt.Taken;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Runs scripts in Redis: one script for each batch, peek, give-back or probe. */
public final class ScriptRunner {

    /** A limit so high that no probe is denied. A denial writes nothing, so it would not show that Redis cannot write. */
    private static final Limit PROBED = Limit.tokenBucket(Rate.perSecond(1_000_000));

    private final Connection connection;
    private final Map<Scripts.Task, LuaScript> scripts;
    private final @Nullable TimeSource testTime;
    private final IntConsumer batchSizes;

    public ScriptRunner(
            Connection connection,
            Map<Scripts.Task, LuaScript> scripts,
            @Nullable TimeSource testTime,
            IntConsumer batchSizes) {
        this.connection = connection;
        this.scripts = scripts;
        this.testTime = testTime;
        this.batchSizes = batchSizes;
    }

    private ScriptArguments arguments() {
        ScriptArguments arguments = new ScriptArguments();
        return testTime == null ? arguments : arguments.value(testTime.nowMicros());
    }

    CompletionStage<ScriptReply> run(BatchScript script) {
        batchSizes.accept(script.calls());
        ScriptArguments arguments = arguments();
        script.write(arguments);
        return run(script.task(), arguments);
    }

    @SuppressWarnings("NullAway") // One script for each purpose.
    private CompletionStage<ScriptReply> run(Scripts.Task task, ScriptArguments arguments) {
        return connection.run(scripts.get(task), arguments);
    }

    /** Runs a script outside of batches. If Redis refuses it, the call fails as {@link Refusals} describes. */
    private CompletionStage<ScriptReply> runNow(Scripts.Task task, ScriptArguments arguments) {
        return run(task, arguments)
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(Refusals.of(failure)));
    }

    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        PeekScript peek = new PeekScript(charges);
        ScriptArguments arguments = arguments();
        peek.write(arguments);
        return runNow(Scripts.Task.CHARGE_CALLS, arguments).thenApply(peek::decisions);
    }

    public CompletionStage<Void> giveBack(List<Taken> lastFirst) {
        ScriptArguments arguments = arguments();
        for (Taken each : lastFirst) {
            arguments.key(KeyName.of(each.charge()));
            write(each, arguments);
        }
        return runNow(Scripts.Task.GIVE_BACK, arguments).thenApply(reply -> null);
    }

    private static void write(Taken taken, ScriptArguments arguments) {
        long first = 0;
        long second = 0;
        if (taken.after() instanceof ClearAt clear) {
            first = clear.micros();
            second = clear.rest();
        } else if (taken.after() instanceof Window window) {
            first = window.start();
            second = window.length();
        } else if (taken.after() instanceof Log log) {
            first = log.newestMicros();
        }
        arguments.numbers(first, second, taken.charge().limit(), taken.charge().cost());
    }

    /** Charges the counter of this name, to find out whether Redis can decide and write. */
    public CompletionStage<ScriptReply> probe(String key) {
        BatchCounter counter = new BatchCounter(key, 0, Charge.of("probe", PROBED));
        counter.add(counter.charge());
        BatchScript batch = new SingleCharges(List.of(counter));
        ScriptArguments arguments = arguments();
        batch.write(arguments);
        return runNow(batch.task(), arguments);
    }
}
