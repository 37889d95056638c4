package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.testkit.internal.Futures;
import io.weir.testkit.oracle.Expected;
import io.weir.testkit.oracle.ExpectedAnswer;
import io.weir.testkit.oracle.OracleReceipt;
import io.weir.testkit.oracle.OracleStore;
import io.weir.testkit.schedule.Schedule;
import io.weir.testkit.schedule.Step;
import io.weir.time.ManualTime;
import io.weir.time.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a schedule on a store and on the oracle: both must allow the same calls and leave the same permits; other
 * numbers of decisions may differ.
 */
public final class SameAdmission {

    private record Receipts(Receipt receipt, OracleReceipt ofOracle) {}

    private final Store store;
    private final ManualTime time;
    private final TimeSource storeTime;
    private final OracleStore oracle = new OracleStore();
    private final Map<Long, Receipts> receipts = new HashMap<>();
    private final Map<Counter, Charge> charged = new HashMap<>();
    private long retryAfterMicros;

    /** Creates the store on another clock. */
    public SameAdmission(Store store, ManualTime time, TimeSource storeTime) {
        this.store = store;
        this.time = time;
        this.storeTime = storeTime;
    }

    public void play(Schedule schedule, int steps) {
        for (int i = 0; i < steps; i++) {
            Step step = schedule.next(retryAfterMicros);
            // Without setting the clock back: counters denied from memory are not mended, and permits given back then
            // differ.
            time.advanceMicros(Math.max(0, step.advanceMicros()));
            play(step);
            assertSameIsLeft(step);
        }
    }

    private void play(Step step) {
        receipts.remove(step.number() - Schedule.RECEIPTS_KEPT - 1);
        long now = storeTime.nowMicros();
        Step.Action action = step.action();
        if (action instanceof Step.ChargeCall call) {
            call.charges().forEach(charge -> charged.put(charge.counter(), Charge.ofKey(charge.key(), charge.limit())));
            oracle.undetermined(call.charges(), now).forEach(this::forget);
            ExpectedAnswer expected = oracle.charge(call.charges(), now);
            Answer answer = Futures.get(store.charge(call.charges()));
            assertThat(answer.allowed()).as("%s", step).isEqualTo(expected.allowed());
            receipts.put(step.number(), new Receipts(answer.receipt(), expected.receipt()));
            retryAfterMicros = expected.retryAfterMicros();
        } else if (action instanceof Step.GiveBack giveBack) {
            Receipts given = receipts.get(giveBack.step());
            if (given != null) {
                oracle.giveBack(given.ofOracle(), now);
                Futures.get(store.giveBack(given.receipt()));
            }
        } else if (action instanceof Step.Forget forget) {
            forget(forget.charge());
        }
    }

    private void forget(Charge charge) {
        oracle.forget(charge);
        Futures.get(store.forget(charge));
    }

    private void assertSameIsLeft(Step step) {
        long now = storeTime.nowMicros();
        List<Charge> counters = List.copyOf(charged.values());
        oracle.undetermined(counters, now).forEach(this::forget);
        List<Long> expected =
                oracle.peek(counters, now).stream().map(Expected::remaining).toList();
        List<Long> actual = Futures.get(store.peek(counters)).stream()
                .map(Decision::remaining)
                .toList();
        assertThat(actual).as("left after %s", step).isEqualTo(expected);
    }
}
