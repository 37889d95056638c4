package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import io.weir.store.Effect;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One call, tried on copies of the counters. If it is denied, only the charges that a denied call takes are made. */
final class OracleCall {

    private final Map<Counter, Oracle> counters;
    private final List<Charge> charges;
    private final long nowMicros;

    OracleCall(Map<Counter, Oracle> counters, List<Charge> charges, long nowMicros) {
        this.counters = counters;
        this.charges = charges;
        this.nowMicros = nowMicros;
    }

    ExpectedAnswer answer() {
        return isRetry() ? ofRetry().decide() : decide();
    }

    /** Returns whether the call was charged before, and has a free retry left. */
    boolean isRetry() {
        Charge marker = charges.get(charges.size() - 1);
        if (marker.effect() != Effect.MARKER) {
            return false;
        }
        long capacity = marker.limit().capacity();
        long left = peek(new CounterCopies(counters), marker, nowMicros).remaining();
        return left >= 1 && left <= capacity - marker.cost();
    }

    private OracleCall ofRetry() {
        List<Charge> free = charges.stream().map(OracleCall::ofRetry).toList();
        return new OracleCall(counters, free, nowMicros);
    }

    private static Charge ofRetry(Charge charge) {
        Limit limit = charge.limit();
        return switch (charge.effect()) {
            case ENFORCED_ONCE, SHADOW_ONCE -> charge.withEffect(Effect.FREE);
            case MARKER -> charge.withEffect(Effect.SHADOW).withLimit(limit, 1);
            case ENFORCED, SHADOW, COUNTED, FREE -> charge;
        };
    }

    private static boolean comesLast(Charge charge) {
        return charge.effect().isShadow() || charge.effect() == Effect.MARKER;
    }

    private ExpectedAnswer decide() {
        CounterCopies trial = new CounterCopies(counters);
        OracleReceipt receipt = new OracleReceipt();
        Expected[] found = new Expected[charges.size()];
        boolean allowed = true;
        for (int i = 0; i < found.length; i++) {
            if (charges.get(i).effect() == Effect.FREE) {
                found[i] = untouched(trial, charges.get(i), 0);
            } else if (!comesLast(charges.get(i))) {
                found[i] = turn(trial, charges.get(i), receipt);
                allowed &= found[i].allowed();
            }
        }
        return allowed ? allowed(trial, found, receipt) : denied(found);
    }

    private ExpectedAnswer allowed(CounterCopies trial, Expected[] decisions, OracleReceipt receipt) {
        for (int i = 0; i < decisions.length; i++) {
            if (comesLast(charges.get(i))) {
                decisions[i] = turn(trial, charges.get(i), receipt);
            }
        }
        trial.keep();
        return new ExpectedAnswer(true, Arrays.asList(decisions), receipt);
    }

    private ExpectedAnswer denied(Expected[] found) {
        CounterCopies draft = new CounterCopies(counters);
        OracleReceipt receipt = new OracleReceipt();
        Expected[] decisions = new Expected[found.length];
        for (int i = 0; i < found.length; i++) {
            if (charges.get(i).effect() == Effect.COUNTED) {
                decisions[i] = turn(draft, charges.get(i), receipt);
            }
        }
        for (int i = 0; i < found.length; i++) {
            Charge charge = charges.get(i);
            switch (charge.effect()) {
                case ENFORCED, ENFORCED_ONCE, FREE ->
                    decisions[i] = untouched(draft, charge, found[i].retryAfterMicros());
                case SHADOW, SHADOW_ONCE, MARKER -> decisions[i] = peek(draft, charge, nowMicros);
                case COUNTED -> {}
            }
        }
        draft.keep();
        return new ExpectedAnswer(false, Arrays.asList(decisions), receipt);
    }

    private Expected turn(CounterCopies draft, Charge charge, OracleReceipt receipt) {
        Oracle counter = draft.counter(charge, nowMicros);
        long retryAfter = counter.retryAfterMicros(nowMicros, charge.cost());
        long delay = counter.delayMicros(nowMicros);
        if (retryAfter == 0) {
            receipt.add(charge.counter(), counter.take(nowMicros, charge.cost()));
        } else if (charge.effect() == Effect.COUNTED) {
            counter.overdraw(nowMicros, charge.cost());
        }
        return Expected.of(counter, nowMicros, retryAfter, delay);
    }

    private Expected untouched(CounterCopies draft, Charge charge, long retryAfterMicros) {
        Oracle counter = draft.counter(charge, nowMicros);
        return Expected.of(counter, nowMicros, retryAfterMicros, counter.delayMicros(nowMicros));
    }

    static Expected peek(CounterCopies draft, Charge charge, long nowMicros) {
        Oracle counter = draft.view(charge, nowMicros);
        long retryAfter = counter.retryAfterMicros(nowMicros, charge.cost());
        return Expected.of(counter, nowMicros, retryAfter, counter.delayMicros(nowMicros));
    }
}
