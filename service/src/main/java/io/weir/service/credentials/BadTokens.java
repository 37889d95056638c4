package io.weir.service.credentials;

import io.weir.RateLimiter;
import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.TimeSource;
import java.util.Optional;

/**
 * How many bad tokens each address has sent to this instance, at most thirty in a minute. A request without an address is not
 * bounded, because all such requests would share one count. Thread-safe, and bounded in bytes.
 */
final class BadTokens {

    private static final long MOST_BYTES = 4_000_000;
    private static final int IPV6_PREFIX = 64;
    private static final int MOST_PER_MINUTE = 30;

    private final RateLimiter counted;

    BadTokens(TimeSource time) {
        this.counted =
                RateLimiter.of(Limit.tokenBucket(Rate.perMinute(MOST_PER_MINUTE)), new MemoryStore(time, MOST_BYTES));
    }

    /** Whether tokens of the address are no longer verified for now. */
    boolean areTooMany(Optional<IpAddress> from) {
        return from.isPresent() && counted.remaining(from.get().subject(IPV6_PREFIX)) == 0;
    }

    void add(Optional<IpAddress> from) {
        from.ifPresent(address -> counted.tryAcquire(address.subject(IPV6_PREFIX)));
    }
}
