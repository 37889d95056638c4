package io.weir.guard.audit;

import java.util.Optional;

/**
 * What a look at the whole chain has found.
 *
 * @param from the first row that was there to be verified
 * @param to the last row that is as it was written, or the row before the first one if none is
 */
public record AuditVerification(long from, long to, Optional<BrokenLink> broken) {

    /** The first place where the chain is not as it was written. */
    public record BrokenLink(long seq, String problem) {}

    public boolean isIntact() {
        return broken.isEmpty();
    }
}
