package io.weir.guard.audit;

import io.weir.guard.audit.AuditVerification.BrokenLink;
import java.util.List;
import java.util.Optional;

/** Reads a whole chain and says whether every row is as it was written, and none is missing. */
public final class AuditVerifier {

    private static final int PAGE = 1_000;
    private static final int MOST_TRIES = 5;

    private final AuditLog log;
    private final AuditChain chain;

    public AuditVerifier(AuditLog log, AuditChain chain) {
        this.log = log;
        this.chain = chain;
    }

    public AuditVerification verify() {
        return verify(AuditHead.NONE);
    }

    /**
     * Verifies the chain up to its head.
     *
     * @param anchor a head that was noted earlier outside of the database; without one, a chain whose end was cut off
     *     together with the note of its end in the database passes for complete
     */
    public AuditVerification verify(AuditHead anchor) {
        Optional<AuditCheckpoint> before = log.checkpoint();
        AuditVerification found = verify(anchor, before);
        // Rows may have been pruned while they were read.
        for (int tries = 1;
                !found.isIntact() && tries < MOST_TRIES && !log.checkpoint().equals(before);
                tries++) {
            before = log.checkpoint();
            found = verify(anchor, before);
        }
        return found;
    }

    private AuditVerification verify(AuditHead anchor, Optional<AuditCheckpoint> checkpoint) {
        AuditHead end = log.head();
        AuditHead start = checkpoint.map(AuditCheckpoint::pruned).orElse(AuditHead.NONE);
        long from = start.seq() + 1;
        if (checkpoint.isPresent() && !chain.isSigned(start, checkpoint.get().signature())) {
            return broken(from, from, "the record of what was pruned is forged");
        }
        boolean anchorSeen = anchor.seq() <= start.seq();
        AuditHead last = start;
        List<AuditRow> page = log.read(AuditFilter.ALL, last.seq(), PAGE);
        while (!page.isEmpty() && last.seq() < end.seq()) {
            for (AuditRow row : page) {
                if (row.seq() > last.seq() + 1) {
                    return broken(from, last.seq() + 1, "the row was removed");
                }
                if (!chain.follows(last, row)) {
                    return broken(from, row.seq(), "the row is not as it was written");
                }
                last = new AuditHead(row.seq(), row.hash());
                if (row.seq() == anchor.seq()) {
                    anchorSeen = row.hash().equals(anchor.hash());
                    if (!anchorSeen) {
                        return broken(from, row.seq(), "the row is not the one of the anchor");
                    }
                }
            }
            page = log.read(AuditFilter.ALL, last.seq(), PAGE);
        }
        if (last.seq() < end.seq() || !anchorSeen) {
            return broken(from, last.seq() + 1, "the chain was cut off before this row");
        }
        if (last.seq() == end.seq() && !last.hash().equals(end.hash())) {
            return broken(from, last.seq(), "the row is not the last one that was written");
        }
        return new AuditVerification(from, last.seq(), Optional.empty());
    }

    private static AuditVerification broken(long from, long seq, String problem) {
        return new AuditVerification(from, seq - 1, Optional.of(new BrokenLink(seq, problem)));
    }
}
