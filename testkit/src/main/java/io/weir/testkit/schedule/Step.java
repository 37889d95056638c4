package io.weir.testkit.schedule;

import io.weir.store.Charge;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One step of a schedule: the clock moves, then an action is done.
 *
 * @param number counts the steps of a schedule from 0
 * @param advanceMicros how far the clock moved since the previous step, negative if it was set back
 */
public record Step(long number, long atMicros, long advanceMicros, Action action) {

    /** The action of a step. */
    public sealed interface Action {}

    /** Charges all of them in one call. */
    public record ChargeCall(List<Charge> charges) implements Action {
        @Override
        public String toString() {
            return "call " + written(charges);
        }
    }

    /** Peeks at each of them. */
    public record Peek(List<Charge> charges) implements Action {
        @Override
        public String toString() {
            return "peek " + written(charges);
        }
    }

    /** Gives back the call of that step, even if it was given back before. */
    public record GiveBack(long step) implements Action {
        @Override
        public String toString() {
            return "give back #" + step;
        }
    }

    /** Makes the charge's counter fresh. */
    public record Forget(Charge charge) implements Action {
        @Override
        public String toString() {
            return "forget " + charge.limit() + " of " + charge.key();
        }
    }

    @Override
    public String toString() {
        Instant at = Instant.EPOCH.plus(atMicros, ChronoUnit.MICROS);
        return String.format(Locale.ROOT, "#%d %s (%+d µs) %s", number, at, advanceMicros, action);
    }

    private static String written(List<Charge> charges) {
        return charges.stream()
                .map(charge ->
                        charge.cost() + " " + charge.effect() + " of " + charge.limit() + " from " + charge.key())
                .collect(Collectors.joining("; "));
    }
}
