package io.weir.redis;

import io.weir.limit.ClearAt;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Log;
import io.weir.limit.Rate;
import io.weir.limit.State;
import io.weir.limit.TimeSource;
import io.weir.limit.Window;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counters in Redis or Valkey, shared by all who name the same one. Redis decides, by its own clock; every call is one script,
 * and calls that come at the same time share it.
 *
 * <p>Answers arrive on a thread that must not be made to wait: who goes on with one there has to be quick.
 */
public final class RedisStore implements Store {

    /** No caller's key can be named so. */
    private static final String PROBE = "rate_limiter:token_bucket:#probe";

    /** So fast that nobody's probe is ever denied: a denial writes nothing, and would not find out that Redis cannot. */
    private static final Limit PROBED = Limit.tokenBucket(Rate.perSecond(1_000_000));

    private static final int MOST_CHARGES = 1_000;

    private final Connection connection;
    private final Scripts scripts;
    private final @Nullable TimeSource testTime;
    private final Batches batches = new Batches(this::run);

    private RedisStore(Connection connection, Scripts scripts, @Nullable TimeSource testTime) {
        this.connection = connection;
        this.scripts = scripts;
        this.testTime = testTime;
    }

    /**
     * A store on the Redis at that address, such as {@code redis://localhost}, {@code rediss://user:password@host:6380/2} or
     * {@code redis://host?timeout=500ms}.
     */
    public static RedisStore connect(String uri) {
        RedisStore store = new RedisStore(Connection.to(Address.parse(uri)), Scripts.onRedisTime(), null);
        Eviction.warn(store.connection);
        return store;
    }

    /** A store whose scripts take the time from there, by a piece of Lua that reads it from the first argument. */
    static RedisStore onTestTime(String uri, String clock, TimeSource time) {
        return new RedisStore(Connection.to(Address.parse(uri)), new Scripts(clock), time);
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        refuseTooMany(charges);
        if (charges.isEmpty()) {
            return CompletableFuture.completedStage(new Answer(true, List.of(), Receipt.EMPTY));
        }
        Waiting call = new Waiting(List.copyOf(charges));
        batches.add(call);
        return call.answer();
    }

    private static void refuseTooMany(List<Charge> charges) {
        if (charges.size() > MOST_CHARGES) {
            throw new IllegalArgumentException("a call on Redis has at most " + MOST_CHARGES
                    + " charges, which are decided at once, but this has " + charges.size());
        }
    }

    private CompletionStage<Reply> run(Work work) {
        Arguments arguments = arguments();
        work.write(arguments);
        return connection.run(scripts.of(work.task(), arguments.algorithms()), arguments);
    }

    private Arguments arguments() {
        Arguments arguments = new Arguments();
        return testTime == null ? arguments : arguments.value(testTime.nowMicros());
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> list) {
        refuseTooMany(list);
        if (list.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        Look look = new Look(List.copyOf(list));
        Arguments arguments = arguments();
        look.write(arguments);
        return connection
                .run(scripts.of(Scripts.Task.CHARGE_CALLS, arguments.algorithms()), arguments)
                .thenApply(look::decisions);
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        List<Taken> taken = receipt.redeem();
        if (taken.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        Arguments arguments = arguments();
        for (Taken each : taken) {
            arguments
                    .key(KeyName.of(each.charge()))
                    .value(each.charge().limit().algorithm())
                    .numbers(each.charge().limit(), each.charge().cost());
            write(each.after(), arguments);
        }
        return connection
                .run(scripts.of(Scripts.Task.GIVE_BACK, arguments.algorithms()), arguments)
                .thenApply(reply -> null);
    }

    private static void write(State after, Arguments arguments) {
        if (after instanceof ClearAt clear) {
            arguments.value(clear.micros()).value(clear.rest());
        } else if (after instanceof Window window) {
            arguments.value(window.start()).value(window.length());
        } else if (after instanceof Log log) {
            arguments.value(log.newestMicros()).value(0);
        }
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return connection.delete(KeyName.of(charge)).thenApply(deleted -> null);
    }

    /** Runs the script of every charge on a counter of its own. */
    @Override
    public CompletionStage<Void> probe() {
        Counter counter = new Counter(PROBE, 0, Charge.of("probe", PROBED));
        counter.calls().add(new Waiting(List.of(counter.charge())));
        return run(new SingleCharges(List.of(counter))).thenApply(reply -> null);
    }

    @Override
    public void refuseToWaitHere() {
        IoThread.refuseToWait();
    }

    @Override
    public void close() {
        connection.close();
    }
}
