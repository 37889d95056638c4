package io.weir.service.subject;

import io.weir.http.internal.Seconds;
import io.weir.metrics.subjects.RecentDenials.Denial;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.policy.Ruling;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The counters and denials of a subject as JSON. */
final class SubjectJson {

    private SubjectJson() {}

    static Map<String, Object> of(Ruling ruling) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rule", ruling.rule());
        json.put("subject", ruling.subject().toString());
        json.put("limit", ruling.limit().toString());
        json.put("enforced", ruling.enforced());
        json.put("allowed", ruling.allowed());
        json.put("degraded", ruling.decision().degraded());
        json.put("capacity", ruling.decision().limit());
        json.put("remaining", ruling.decision().remaining());
        json.put("resetAfterSeconds", Seconds.roundedUp(ruling.decision().resetAfterMicros()));
        json.put("retryAfterSeconds", Seconds.roundedUp(ruling.decision().retryAfterMicros()));
        return json;
    }

    /** A denial with the name of its subject. */
    static Map<String, Object> of(Denial denial) {
        return of(denial, SubjectNames.SHOWN);
    }

    static Map<String, Object> of(Denial denial, SubjectNames names) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("at", instant(denial.lastMicros()));
        json.put("rule", denial.rule());
        json.put("subject", names.of(denial.subject().toString()));
        json.put("times", denial.times());
        json.put("since", instant(denial.firstMicros()));
        json.put("capacity", denial.decision().limit());
        json.put("remaining", denial.decision().remaining());
        json.put("retryAfterSeconds", Seconds.roundedUp(denial.decision().retryAfterMicros()));
        json.put("degraded", denial.decision().degraded());
        return json;
    }

    private static String instant(long micros) {
        return Instant.EPOCH
                .plus(micros, ChronoUnit.MICROS)
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
    }
}
