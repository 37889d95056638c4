package io.weir.guard.memory;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditCheckpoint;
import io.weir.guard.audit.AuditEntry;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditHead;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.pseudonym.PseudonymKeys;
import io.weir.guard.secret.Pepper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An audit in memory, with the keys of its pseudonyms. */
public final class MemoryAuditLog implements AuditLog, PseudonymKeys {

    private final AuditChain chain;
    private final String node;

    // Guarded by this.
    private final List<AuditRow> rows = new ArrayList<>();
    private final Map<String, String> quarters = new HashMap<>();
    private AuditHead head = AuditHead.NONE;
    private Optional<AuditCheckpoint> checkpoint = Optional.empty();

    public MemoryAuditLog(AuditChain chain, String node) {
        this.chain = chain;
        this.node = node;
    }

    @Override
    public synchronized void append(List<AuditEvent> events) {
        for (AuditEvent event : events) {
            AuditRow row = chain.next(head, node, AuditEntry.of(event));
            rows.add(row);
            head = new AuditHead(row.seq(), row.hash());
        }
    }

    @Override
    public synchronized List<AuditRow> read(AuditFilter filter, long after, int most) {
        return rows.stream()
                .filter(row -> row.seq() > after)
                .filter(filter::matches)
                .limit(most)
                .toList();
    }

    @Override
    public synchronized AuditHead head() {
        return head;
    }

    @Override
    public synchronized Optional<AuditCheckpoint> checkpoint() {
        return checkpoint;
    }

    @Override
    public synchronized long prune(Instant before, Instant now) {
        int old = 0;
        while (old < rows.size() && rows.get(old).entry().at().isBefore(before)) {
            old++;
        }
        if (old == 0) {
            return 0;
        }
        AuditRow last = rows.get(old - 1);
        AuditHead pruned = new AuditHead(last.seq(), last.hash());
        checkpoint = Optional.of(new AuditCheckpoint(pruned, chain.sign(pruned)));
        rows.subList(0, old).clear();
        append(List.of(
                AuditEvent.of(now, AuditKind.AUDIT_PRUNED, "weir", "audit").withTimes(old)));
        return old;
    }

    @Override
    public synchronized String of(String quarter) {
        return quarters.computeIfAbsent(quarter, missing -> Pepper.random());
    }

    @Override
    public synchronized List<String> quarters() {
        return quarters.keySet().stream().sorted().toList();
    }

    @Override
    public synchronized boolean destroy(String quarter, AuditEvent event) {
        if (quarters.remove(quarter) == null) {
            return false;
        }
        append(List.of(event));
        return true;
    }
}
