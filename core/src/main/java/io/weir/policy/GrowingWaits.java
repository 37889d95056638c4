package io.weir.policy;

import io.weir.policy.rule.Rule;
import io.weir.store.spi.SipHash;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/*
 * A caller is told to wait, and comes back before that time is over:
 *
 *     in its first half    is told the rest of it, so requests that were sent together are told the same
 *     in its second half   is told twice as long as the last time, at most the rule's longest wait
 *     after it             is told what the limit says, as if nothing had been
 *
 * For example, a caller whose limit frees a permit every 6 s asks each second: it is told 6, 5, 4, 12 (at second 3), 11, …,
 * 24 (at second 9). A caller that waits as long as it was told is never told to
 * wait longer, and a caller that stays away is forgotten.
 */
/**
 * Makes the waits longer that denied callers are told, where a rule wants it. Nobody is denied or allowed because of it. A
 * table of fixed size in this process; of two callers in one place, the last one is remembered. Thread-safe.
 */
final class GrowingWaits {

    private static final int PLACES = 1 << 13;
    private static final long SECOND = 1_000_000;

    /** What a caller was told, and when. */
    private record Told(long caller, long sinceMicros, long waitMicros) {}

    private final AtomicReferenceArray<@Nullable Told> table = new AtomicReferenceArray<>(PLACES);
    private final SipHash hash = SipHash.withRandomKey();

    /** Returns the verdict with the wait that its caller is told. */
    Verdict tell(Verdict verdict, long nowMicros) {
        Optional<Rule> rule = verdict.action() == Action.DENY ? verdict.decidingRule() : Optional.empty();
        Optional<Duration> most = rule.flatMap(Rule::growingWait);
        if (rule.isEmpty() || most.isEmpty()) {
            return verdict;
        }
        String subject =
                verdict.decidedBy().map(ruling -> ruling.subject().toString()).orElse("");
        long wait = wait(
                hash.of(rule.get().name() + " " + subject),
                verdict.retryAfterMicros(),
                most.get().toNanos() / 1_000,
                nowMicros);
        return verdict.tellingToWait(wait);
    }

    private long wait(long caller, long real, long most, long now) {
        int place = (int) (caller & (PLACES - 1));
        Told last = table.get(place);
        long passed = last == null ? 0 : now - last.sinceMicros();
        boolean isEarly = last != null && last.caller() == caller && passed >= 0 && passed < last.waitMicros();
        if (last == null || !isEarly) {
            // Retry-After has whole seconds, so no caller was told less than one.
            table.set(place, new Told(caller, now, Math.max(real, SECOND)));
            return real;
        }
        if (2 * passed < last.waitMicros()) {
            return Math.max(real, last.waitMicros() - passed);
        }
        long longer = Math.max(real, Math.min(most, 2 * last.waitMicros()));
        table.set(place, new Told(caller, now, longer));
        return longer;
    }
}
