package io.weir.limit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The five algorithms, with their names in keys, in the REST interface and in YAML. */
public enum Algorithm {
    TOKEN_BUCKET,
    SLIDING_WINDOW,
    SLIDING_WINDOW_COUNTER,
    FIXED_WINDOW,
    LEAKY_BUCKET;

    private final String keyName = name().toLowerCase(Locale.ROOT);
    private final String yamlName = keyName.replace('_', '-');

    /** Returns a limit of this algorithm with this rate and a capacity of one period's permits. */
    public Limit limit(Rate rate) {
        return switch (this) {
            case TOKEN_BUCKET -> TokenBucket.of(rate);
            case SLIDING_WINDOW -> SlidingWindow.of(rate);
            case SLIDING_WINDOW_COUNTER -> SlidingWindowCounter.of(rate);
            case FIXED_WINDOW -> FixedWindow.of(rate);
            case LEAKY_BUCKET -> LeakyBucket.of(rate, rate.permits());
        };
    }

    /** Returns the largest number of permits that a limit of this algorithm can have. */
    public long mostPermits() {
        return this == SLIDING_WINDOW ? SlidingWindow.MOST_PERMITS : Rate.MOST_PERMITS;
    }

    /** Returns the name in a store's keys, such as {@code token_bucket}. */
    public String keyName() {
        return keyName;
    }

    /** Returns the name in YAML, such as {@code token-bucket}. */
    public String yamlName() {
        return yamlName;
    }

    /**
     * Reads any of the spellings {@code TOKEN_BUCKET}, {@code token_bucket} and {@code token-bucket}.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Algorithm parse(String text) {
        String name = text.replace('-', '_').toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown algorithm \"" + text + "\"; write one of "
                        + Arrays.stream(values()).map(Algorithm::name).collect(Collectors.joining(", "))));
    }
}
