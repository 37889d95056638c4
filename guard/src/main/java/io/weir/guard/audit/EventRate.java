package io.weir.guard.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets 100 events pass each second. The others are counted, and become one event per kind, outcome, rule and minute. */
final class EventRate {

    private static final int MOST_PER_SECOND = 100;
    private static final int MOST_SUMMARIES = 1_000;
    private static final String SEVERAL = "*";
    private static final long SECONDS_TOLD_TOGETHER = 60;

    private record Alike(AuditKind kind, AuditOutcome outcome, String rule) {
        static Alike of(AuditEvent event) {
            return new Alike(event.kind(), event.outcome(), event.detail().getOrDefault(AuditEvent.RULE, ""));
        }

        AuditEvent summary(Instant at, long times) {
            AuditEvent event = AuditEvent.of(at, kind, SEVERAL, SEVERAL)
                    .withOutcome(outcome)
                    .withTimes(times);
            return rule.isEmpty() ? event : event.withDetail(AuditEvent.RULE, rule);
        }
    }

    // Guarded by this.
    private final Map<Alike, Long> told = new LinkedHashMap<>();
    private long second = Long.MIN_VALUE;
    private int passed;
    private Instant since = Instant.EPOCH;

    /** Whether the event is to be written by itself. */
    synchronized boolean admits(AuditEvent event, Instant now) {
        if (now.getEpochSecond() != second) {
            second = now.getEpochSecond();
            passed = 0;
        }
        if (passed < MOST_PER_SECOND) {
            passed++;
            return true;
        }
        if (told.isEmpty()) {
            since = now;
        }
        Alike alike = Alike.of(event);
        Alike counted = told.size() < MOST_SUMMARIES || told.containsKey(alike)
                ? alike
                : new Alike(event.kind(), event.outcome(), SEVERAL);
        told.merge(counted, event.times(), Long::sum);
        return false;
    }

    /** Returns what was counted, when a minute has passed since counting began. */
    synchronized List<AuditEvent> summaries(Instant now) {
        boolean due = !told.isEmpty() && now.getEpochSecond() - since.getEpochSecond() >= SECONDS_TOLD_TOGETHER;
        return due ? close() : List.of();
    }

    synchronized List<AuditEvent> close() {
        List<AuditEvent> summaries = new ArrayList<>();
        told.forEach((alike, times) -> summaries.add(alike.summary(since, times)));
        told.clear();
        return summaries;
    }
}
