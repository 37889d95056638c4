package io.weir.lab.replay;

import io.weir.lab.traffic.CallerSigns.Standing;
import io.weir.lab.traffic.CallerTable;
import io.weir.policy.Action;
import io.weir.policy.Verdict;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What one policy did with all requests together. */
public final class Totals {

    private final Series series = new Series();
    private long requests;
    private long denied;
    private long challenged;
    private long withoutRule;
    private long bypassed;
    private long newlyDenied;
    private long newlyAllowed;
    private long retried;
    private long retriedInVain;
    private long delayMicros;
    private int[] deniedByCaller = new int[1_024];
    private int[] newByCaller = new int[1_024];

    /** @param before 1 if the policy in force allows the request, 0 if it denies it, -1 if there is none */
    void add(Verdict verdict, long atMicros, int caller, int attempt, int before) {
        boolean isDenied = !verdict.allowed();
        if (attempt > 0) {
            retried++;
            retriedInVain += isDenied ? 1 : 0;
            return;
        }
        requests++;
        series.add(atMicros, isDenied);
        delayMicros += verdict.delayMicros();
        newlyAllowed += !isDenied && before == 0 ? 1 : 0;
        bypassed += verdict.bypass().isPresent() ? 1 : 0;
        withoutRule += verdict.allowed() && verdict.tightest().isEmpty() ? 1 : 0;
        if (isDenied) {
            addDenied(verdict, caller, before == 1);
        }
    }

    private void addDenied(Verdict verdict, int caller, boolean isNew) {
        denied++;
        challenged += verdict.action() == Action.CHALLENGE ? 1 : 0;
        newlyDenied += isNew ? 1 : 0;
        if (caller >= deniedByCaller.length) {
            int size = Math.max(caller + 1, 2 * deniedByCaller.length);
            deniedByCaller = Arrays.copyOf(deniedByCaller, size);
            newByCaller = Arrays.copyOf(newByCaller, size);
        }
        deniedByCaller[caller]++;
        newByCaller[caller] += isNew ? 1 : 0;
    }

    public long requests() {
        return requests;
    }

    /** Returns how many requests were not allowed, challenges included. */
    public long denied() {
        return denied;
    }

    public long challenged() {
        return challenged;
    }

    /** Returns how many requests no enforced rule matched. */
    public long withoutRule() {
        return withoutRule;
    }

    public long bypassed() {
        return bypassed;
    }

    /** Returns how many denied requests the policy in force allows. */
    public long newlyDenied() {
        return newlyDenied;
    }

    /** Returns how many allowed requests the policy in force denies. */
    public long newlyAllowed() {
        return newlyAllowed;
    }

    /** Returns how many requests came on top because clients tried again. */
    public long retried() {
        return retried;
    }

    /** Returns how many of these were denied as well. */
    public long retriedInVain() {
        return retriedInVain;
    }

    /** Returns how long leaky buckets delayed all requests together. */
    public long delayMicros() {
        return delayMicros;
    }

    public Series series() {
        return series;
    }

    /** Returns how many callers were denied at least once. */
    public long deniedCallers() {
        return Arrays.stream(deniedByCaller).filter(count -> count > 0).count();
    }

    /** Returns the denied requests and callers by what the callers' signs say. */
    public Map<Standing, Share> deniedByStanding(CallerTable callers) {
        Map<Standing, Share> shares = new EnumMap<>(Standing.class);
        for (Standing standing : Standing.values()) {
            shares.put(standing, new Share(0, 0));
        }
        for (int caller = 0; caller < Math.min(callers.size(), deniedByCaller.length); caller++) {
            if (deniedByCaller[caller] > 0) {
                shares.merge(callers.signs(caller).standing(), new Share(deniedByCaller[caller], 1), Share::plus);
            }
        }
        return shares;
    }

    /** Requests, and the callers that sent them. */
    public record Share(long requests, long callers) {

        Share plus(Share other) {
            return new Share(requests + other.requests, callers + other.callers);
        }
    }
}
