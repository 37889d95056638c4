package io.weir.guard.key.verify;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts verifications by their results. Many threads count at once. */
final class VerificationCounts {

    private final Map<KeyCode, LongAdder> counts = new EnumMap<>(KeyCode.class);

    VerificationCounts() {
        for (KeyCode code : KeyCode.values()) {
            counts.put(code, new LongAdder());
        }
    }

    void add(KeyCode code) {
        counter(code).increment();
    }

    long of(KeyCode code) {
        return counter(code).sum();
    }

    /** Every code has one. */
    private LongAdder counter(KeyCode code) {
        return Objects.requireNonNull(counts.get(code));
    }
}
