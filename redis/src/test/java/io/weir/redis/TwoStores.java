package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.testkit.oracle.Expected;
import io.weir.testkit.oracle.ExpectedAnswer;
import io.weir.testkit.oracle.OracleReceipt;
import io.weir.testkit.oracle.OracleStore;
import io.weir.testkit.schedule.Schedule;
import io.weir.testkit.schedule.Step;
import io.weir.time.ManualTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Runs a schedule on two stores, which must give the same answer wherever the oracle determines it. */
final class TwoStores {

    private record Receipts(Receipt one, Receipt other, OracleReceipt ofOracle) {}

    private final Store one;
    private final Store other;
    private final ManualTime time;
    private final OracleStore oracle = new OracleStore();
    private final Map<Long, Receipts> receipts = new HashMap<>();
    private long retryAfterMicros;

    TwoStores(Store one, Store other, ManualTime time) {
        this.one = one;
        this.other = other;
        this.time = time;
    }

    void play(Schedule schedule, int steps) {
        for (int i = 0; i < steps; i++) {
            Step step = schedule.next(retryAfterMicros);
            time.advanceMicros(step.atMicros() - time.nowMicros());
            play(step);
        }
    }

    /** Does the same with fresh counters whenever the clock is set back. */
    void playForwards(Schedule schedule, int steps) {
        schedule.counters().forEach(this::forget);
        for (int i = 0; i < steps; i++) {
            Step step = schedule.next(retryAfterMicros);
            if (step.atMicros() < time.nowMicros()) {
                schedule.counters().forEach(this::forget);
                receipts.clear();
            }
            time.advanceMicros(step.atMicros() - time.nowMicros());
            play(step);
        }
    }

    private void play(Step step) {
        if (step.action() instanceof Step.ChargeCall call) {
            charge(step, call.charges());
        } else if (step.action() instanceof Step.Peek peek) {
            settle(step, peek.charges());
            List<Expected> expected = oracle.peek(peek.charges(), step.atMicros());
            CompletionStage<List<Decision>> first = one.peek(peek.charges());
            CompletionStage<List<Decision>> second = other.peek(peek.charges());
            assertThat(Wait.answer(second)).as("%s", step).isEqualTo(Wait.answer(first));
            assertThat(Wait.answer(first).stream().map(Expected::of)).isEqualTo(expected);
        } else if (step.action() instanceof Step.GiveBack back && receipts.containsKey(back.step())) {
            giveBack(step, receipts.remove(back.step()));
        } else if (step.action() instanceof Step.Forget forget) {
            forget(forget.charge());
        }
    }

    private void charge(Step step, List<Charge> charges) {
        settle(step, charges);
        ExpectedAnswer expected = oracle.charge(charges, step.atMicros());
        CompletionStage<Answer> first = one.charge(charges);
        CompletionStage<Answer> second = other.charge(charges);
        Answer answer = Wait.answer(first);
        assertThat(Wait.answer(second).decisions()).as("%s", step).isEqualTo(answer.decisions());
        assertThat(answer.allowed()).as("%s", step).isEqualTo(expected.allowed());
        receipts.put(
                step.number(),
                new Receipts(answer.receipt(), Wait.answer(second).receipt(), expected.receipt()));
        retryAfterMicros = expected.retryAfterMicros();
    }

    private void giveBack(Step step, Receipts back) {
        oracle.giveBack(back.ofOracle(), step.atMicros());
        CompletionStage<Void> first = one.giveBack(back.one());
        CompletionStage<Void> second = other.giveBack(back.other());
        await(first, second);
    }

    /** Forgets the counters whose content the contract does not determine. */
    private void settle(Step step, List<Charge> charges) {
        oracle.undetermined(charges, step.atMicros()).forEach(this::forget);
    }

    private void forget(Charge charge) {
        oracle.forget(charge);
        await(one.forget(charge), other.forget(charge));
    }

    private static void await(CompletionStage<Void> first, CompletionStage<Void> second) {
        Wait.answer(first.thenCombine(second, (a, b) -> ""));
    }
}
