package io.weir.metrics.store;

import io.weir.limit.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One meter for each algorithm and outcome, created in advance, so the hot path only looks it up. */
final class AlgorithmMeters<T> {

    private final List<T> allowed = new ArrayList<>();
    private final List<T> denied = new ArrayList<>();

    private AlgorithmMeters() {}

    /**
     * Creates all meters.
     *
     * @param otherwise the name for calls on more than one algorithm
     * @param meter creates a meter for an algorithm's name and {@code true} or {@code false}
     */
    static <T> AlgorithmMeters<T> of(String otherwise, BiFunction<String, String, T> meter) {
        AlgorithmMeters<T> outcomes = new AlgorithmMeters<>();
        for (Algorithm algorithm : Algorithm.values()) {
            outcomes.allowed.add(meter.apply(algorithm.keyName(), "true"));
            outcomes.denied.add(meter.apply(algorithm.keyName(), "false"));
        }
        outcomes.allowed.add(meter.apply(otherwise, "true"));
        outcomes.denied.add(meter.apply(otherwise, "false"));
        return outcomes;
    }

    @SuppressWarnings("EnumOrdinal") // In the order of the algorithms.
    T get(@Nullable Algorithm algorithm, boolean wasAllowed) {
        List<T> meters = wasAllowed ? allowed : denied;
        return meters.get(algorithm == null ? meters.size() - 1 : algorithm.ordinal());
    }
}
