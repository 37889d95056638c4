package io.weir.testkit;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs a schedule on a store and on the oracle, and fails at the first answer that differs. */
final class OracleComparison {

    private static final int STEPS_SHOWN = 25;

    private record Receipts(Receipt receipt, OracleReceipt ofOracle) {}

    private final Store store;
    private final ManualTime time;
    private final Schedule schedule;
    private final OracleStore oracle = new OracleStore();
    private final Map<Long, Receipts> receipts = new HashMap<>();
    private final Deque<Step> history = new ArrayDeque<>();
    private long retryAfterMicros;

    OracleComparison(Store store, ManualTime time, Schedule schedule) {
        this.store = store;
        this.time = time;
        this.schedule = schedule;
    }

    /** Runs this many steps, on counters that are fresh before and after. */
    void run(int steps) {
        schedule.counters().forEach(this::forget);
        for (int i = 0; i < steps; i++) {
            play(schedule.next(retryAfterMicros));
        }
        schedule.counters().forEach(this::forget);
    }

    private void play(Step step) {
        history.addLast(step);
        if (history.size() > STEPS_SHOWN) {
            history.removeFirst();
        }
        receipts.remove(step.number() - Schedule.RECEIPTS_KEPT - 1);
        time.advanceMicros(step.atMicros() - time.nowMicros());
        Step.Action action = step.action();
        if (action instanceof Step.ChargeCall call) {
            charge(step, call.charges());
        } else if (action instanceof Step.Peek peek) {
            settle(step, peek.charges());
            List<Decision> decisions = Futures.get(store.peek(peek.charges()));
            compare(step, oracle.peek(peek.charges(), step.atMicros()), decisions);
        } else if (action instanceof Step.GiveBack giveBack) {
            Receipts given = receipts.get(giveBack.step());
            if (given != null) {
                oracle.giveBack(given.ofOracle(), step.atMicros());
                Futures.get(store.giveBack(given.receipt()));
            }
        } else if (action instanceof Step.Forget forget) {
            forget(forget.charge());
        }
    }

    private void charge(Step step, List<Charge> charges) {
        settle(step, charges);
        ExpectedAnswer expected = oracle.charge(charges, step.atMicros());
        retryAfterMicros = expected.retryAfterMicros();
        boolean isSingle = charges.size() == 1 && charges.get(0).effect() == Effect.ENFORCED;
        if (isSingle && step.number() % 2 == 0) {
            // Uses chargeNow, which gives no receipt.
            Charge charge = charges.get(0);
            Decision decision = store.chargeNow(charge.key(), charge.rule(), charge.limit(), charge.cost());
            compare(step, expected.decisions(), List.of(decision));
            return;
        }
        Answer answer = Futures.get(store.charge(charges));
        compare(step, expected.decisions(), answer.decisions());
        if (expected.allowed() != answer.allowed()) {
            throw differs("allowed = " + expected.allowed(), "allowed = " + answer.allowed());
        }
        receipts.put(step.number(), new Receipts(answer.receipt(), expected.receipt()));
    }

    /** Forgets the counters whose content the contract does not determine. */
    private void settle(Step step, List<Charge> charges) {
        oracle.undetermined(charges, step.atMicros()).forEach(this::forget);
    }

    private void forget(Charge charge) {
        oracle.forget(charge);
        Futures.get(store.forget(charge));
    }

    private void compare(Step step, List<Expected> expected, List<Decision> decisions) {
        List<Expected> actual = decisions.stream().map(Expected::of).toList();
        if (!expected.equals(actual)) {
            throw differs(expected.toString(), actual.toString());
        }
        for (Decision decision : decisions) {
            if (decision.atMicros() != step.atMicros()) {
                throw differs("decided at " + step.atMicros(), "decided at " + decision.atMicros());
            }
        }
    }

    private AssertionError differs(String expected, String actual) {
        String steps = history.stream().map(Step::toString).collect(Collectors.joining("\n  "));
        return new AssertionError("The store differs from the oracle in a schedule with seed " + schedule.seed()
                + "\n  " + steps + "\noracle: " + expected + "\nstore:  " + actual);
    }
}
