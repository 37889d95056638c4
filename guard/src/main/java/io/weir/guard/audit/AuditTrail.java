package io.weir.guard.audit;

import io.weir.guard.Repeated;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes events from requests and writes them to the log in the background. Recording never waits: events queue up, at most
 * 10,000, while the log cannot be reached; beyond that they are counted, and a row about the gap follows. More than 100
 * events in a second are told together, per kind, rule and minute.
 *
 * <p>An event may be written twice if the connection to the log is lost while it is written.
 */
public final class AuditTrail implements AutoCloseable {

    private static final Logger LOG = System.getLogger(AuditTrail.class.getName());
    private static final Duration BATCH_EVERY = Duration.ofMillis(200);
    private static final Duration HOUSEKEEPING_EVERY = Duration.ofHours(1);
    private static final int MOST_IN_BATCH = 500;

    private final AuditLog log;
    private final AuditTrailConfig config;
    private final EventQueue queue = new EventQueue();
    private final EventRate rate = new EventRate();
    private final Repeated batches;
    private final Repeated housekeeping;

    // Guarded by this, as is writing.
    private List<AuditEvent> unwritten = List.of();
    private volatile boolean failing;

    private AuditTrail(AuditLog log, AuditTrailConfig config) {
        this.log = log;
        this.config = config;
        batches = Repeated.every(BATCH_EVERY, config.scheduler(), this::writeQueued);
        housekeeping = Repeated.every(HOUSEKEEPING_EVERY, config.scheduler(), this::keepHouse);
    }

    public static AuditTrail start(AuditLog log, AuditTrailConfig config) {
        return new AuditTrail(log, config);
    }

    /** Queues an event about a request. Never waits and never throws. */
    public void record(AuditEvent event) {
        if (rate.admits(event, config.now())) {
            queue.add(event);
        }
    }

    /** Writes an event at once, before what it is about is done. Throws {@link AuditUnavailableException} if it cannot. */
    public void recordNow(AuditEvent event) {
        log.append(List.of(event));
    }

    public AuditStatus status() {
        return new AuditStatus(queue.size(), queue.dropped(), failing);
    }

    private synchronized void writeQueued() {
        rate.summaries(config.now()).forEach(queue::add);
        boolean more = true;
        while (more) {
            if (unwritten.isEmpty()) {
                unwritten = nextBatch();
            }
            more = !unwritten.isEmpty() && wrote();
        }
    }

    private List<AuditEvent> nextBatch() {
        List<AuditEvent> batch = new ArrayList<>();
        long lost = queue.takeDropped();
        if (lost > 0) {
            batch.add(AuditEvent.of(config.now(), AuditKind.AUDIT_GAP, "weir", "audit")
                    .withOutcome(AuditOutcome.FAILED)
                    .withTimes(lost));
        }
        queue.drainTo(batch, MOST_IN_BATCH - batch.size());
        return batch;
    }

    private boolean wrote() {
        try {
            log.append(unwritten);
            queue.forget(unwritten.size());
            unwritten = List.of();
            if (failing) {
                LOG.log(Level.INFO, "The audit is written again");
            }
            failing = false;
            return true;
        } catch (AuditUnavailableException later) {
            if (!failing) {
                LOG.log(Level.WARNING, "The audit cannot be written now; events wait in memory", later);
            }
            failing = true;
            return false;
        }
    }

    /** Notes the head of the chain in the log of the process, outside of the database, and prunes what is old. */
    private void keepHouse() {
        try {
            LOG.log(Level.INFO, "Head of the audit: {0}", log.head().toString());
            Instant before = config.now().minus(config.keep());
            long pruned = log.prune(before, config.now());
            while (pruned > 0) {
                pruned = log.prune(before, config.now());
            }
        } catch (AuditUnavailableException later) {
            LOG.log(Level.WARNING, "The audit cannot be pruned now", later);
        }
    }

    /** Writes what is queued, if the log can be reached. */
    @Override
    public void close() {
        batches.close();
        housekeeping.close();
        rate.close().forEach(queue::add);
        writeQueued();
        int lost = queue.size();
        if (lost > 0) {
            LOG.log(Level.WARNING, "The process ends with " + lost + " events that could not be written to the audit");
        }
    }
}
