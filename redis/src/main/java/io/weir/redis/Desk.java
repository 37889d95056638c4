package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.Log;
import io.weir.limit.spi.Window;
import io.weir.store.Charge;
import io.weir.store.Receipt.Taken;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Runs scripts in Redis: one script for each batch, peek, give-back or probe. */
final class Desk {

    /** A limit so high that no probe is denied. A denial writes nothing, so it would not show that Redis cannot write. */
    private static final Limit PROBED = Limit.tokenBucket(Rate.perSecond(1_000_000));

    private final Connection connection;
    private final Scripts scripts;
    private final @Nullable TimeSource testTime;
    private final IntConsumer batchSizes;

    Desk(Connection connection, Scripts scripts, @Nullable TimeSource testTime, IntConsumer batchSizes) {
        this.connection = connection;
        this.scripts = scripts;
        this.testTime = testTime;
        this.batchSizes = batchSizes;
    }

    private Arguments arguments() {
        Arguments arguments = new Arguments();
        return testTime == null ? arguments : arguments.value(testTime.nowMicros());
    }

    CompletionStage<Reply> run(Work work) {
        batchSizes.accept(work.calls());
        Arguments arguments = arguments();
        work.write(arguments);
        return run(work.task(), arguments);
    }

    private CompletionStage<Reply> run(Scripts.Task task, Arguments arguments) {
        return connection.run(scripts.of(task), arguments);
    }

    /** Runs a script outside of batches; refusals of Redis fail the call as {@link Refusals} describes them. */
    private CompletionStage<Reply> runNow(Scripts.Task task, Arguments arguments) {
        return run(task, arguments)
                .exceptionallyCompose(failure -> CompletableFuture.failedStage(Refusals.of(failure)));
    }

    CompletionStage<List<Decision>> peek(List<Charge> charges) {
        Look look = new Look(charges);
        Arguments arguments = arguments();
        look.write(arguments);
        return runNow(Scripts.Task.CHARGE_CALLS, arguments).thenApply(look::decisions);
    }

    CompletionStage<Void> giveBack(List<Taken> lastFirst) {
        Arguments arguments = arguments();
        for (Taken each : lastFirst) {
            arguments.key(KeyName.of(each.charge()));
            write(each, arguments);
        }
        return runNow(Scripts.Task.GIVE_BACK, arguments).thenApply(reply -> null);
    }

    private static void write(Taken taken, Arguments arguments) {
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
    CompletionStage<Reply> probe(String key) {
        Counter counter = new Counter(key, 0, Charge.of("probe", PROBED));
        counter.add(counter.charge());
        Work work = new SingleCharges(List.of(counter));
        Arguments arguments = arguments();
        work.write(arguments);
        return runNow(work.task(), arguments);
    }
}
