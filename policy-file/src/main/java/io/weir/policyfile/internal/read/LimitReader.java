package io.weir.policyfile.internal.read;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.TokenBucket;
import io.weir.limit.spi.Span;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads limits in their three forms: {@code 10/min burst 15}, an algorithm with numbers, or capacity and refill rate.
 */
public final class LimitReader {

    private static final String EXAMPLE =
            "10/min, 10/min burst 15 or {algorithm: sliding-window, permits: 10, per: 1m}";
    public static final List<String> KEYS = List.of("algorithm", "permits", "per", "capacity", "burst");
    public static final Map<String, Algorithm> ALGORITHMS = algorithms();

    private final Values values;

    public LimitReader(Values values) {
        this.values = values;
    }

    private static Map<String, Algorithm> algorithms() {
        Map<String, Algorithm> byName = new LinkedHashMap<>();
        Arrays.stream(Algorithm.values()).forEach(algorithm -> byName.put(algorithm.yamlName(), algorithm));
        return Collections.unmodifiableMap(byName);
    }

    Optional<Limit> limit(Yaml value) {
        if (value instanceof Yaml.Entries) {
            return values.fields(value, "a limit", EXAMPLE, KEYS).flatMap(this::limit);
        }
        if (value instanceof Yaml.Scalar scalar && scalar.isNotText()) {
            values.wrong(value.place(), Words.quoted(scalar.text()) + " is no limit; write " + EXAMPLE);
            return Optional.empty();
        }
        return values.text(value, "a limit", EXAMPLE)
                .flatMap(text -> values.attempt(value.place(), () -> Limit.parse(text)));
    }

    private Optional<Limit> limit(Fields fields) {
        Optional<Algorithm> algorithm = fields.get("algorithm")
                .map(value -> values.word(value, "algorithm", ALGORITHMS))
                .orElse(Optional.of(Algorithm.TOKEN_BUCKET));
        Optional<Long> permits = required(fields, "permits", "permits: 10").flatMap(value -> permits(value, "permits"));
        Optional<Duration> period = required(fields, "per", "per: 1m").flatMap(this::span);
        Optional<Long> capacity = capacity(fields, permits.orElse(1L));
        if (algorithm.isEmpty() || permits.isEmpty() || period.isEmpty() || capacity.isEmpty()) {
            return Optional.empty();
        }
        if (isWindow(algorithm.get()) && fields.has("capacity", "burst")) {
            values.wrong(
                    fields.place(),
                    "a " + algorithm.get().yamlName()
                            + " has no capacity besides its permits; remove the capacity, or use a token-bucket");
        }
        Rate rate = Rate.of(permits.get(), period.get());
        return values.attempt(fields.place(), () -> limit(algorithm.get(), rate, capacity.get()));
    }

    private static boolean isWindow(Algorithm algorithm) {
        return algorithm != Algorithm.TOKEN_BUCKET && algorithm != Algorithm.LEAKY_BUCKET;
    }

    private static Limit limit(Algorithm algorithm, Rate rate, long capacity) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> TokenBucket.of(rate).withCapacity(capacity);
            case LEAKY_BUCKET -> Limit.leakyBucket(rate, capacity);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER -> algorithm.limit(rate);
        };
    }

    private Optional<Yaml> required(Fields fields, String key, String example) {
        if (!fields.has(key)) {
            values.wrong(fields.place(), "the limit has no \"" + key + "\"; write " + example);
        }
        return fields.get(key);
    }

    private Optional<Long> permits(Yaml value, String what) {
        return values.number(value, what, 1, Rate.MOST_PERMITS);
    }

    private Optional<Long> capacity(Fields fields, long otherwise) {
        if (fields.has("capacity") && fields.has("burst")) {
            values.wrong(fields.place(), "capacity and burst mean the same; remove one of them");
            return Optional.empty();
        }
        Optional<Yaml> given = fields.get("capacity").or(() -> fields.get("burst"));
        return given.isEmpty() ? Optional.of(otherwise) : permits(given.get(), "capacity");
    }

    public Optional<Duration> span(Yaml value) {
        String example = "30s, 1m, 12h or 1day, up to " + Rate.LONGEST_PERIOD.toDays() + " days";
        if (!(value instanceof Yaml.Scalar scalar) || scalar.isNothing()) {
            return values.instead(value, "a duration", example);
        }
        try {
            return Optional.of(Span.parse(scalar.text()));
        } catch (IllegalArgumentException refused) {
            values.wrong(value.place(), Words.quoted(scalar.text()) + " is not a duration; write " + example);
            return Optional.empty();
        }
    }

    /** Reads the plain form: a rate per minute, and a capacity of one and a half times the rate unless one is given. */
    Optional<Limit> level(Fields fields) {
        if (!fields.has("refill-rate")) {
            values.wrong(fields.place(), "\"refill-rate\" is missing; write refill-rate: 100 for 100 a minute");
        }
        Optional<Long> rate = fields.get("refill-rate").flatMap(value -> permits(value, "refill-rate"));
        Optional<Long> capacity =
                capacity(fields, rate.map(each -> each + each / 2).orElse(1L));
        if (rate.isEmpty() || capacity.isEmpty()) {
            return Optional.empty();
        }
        if (capacity.get() > Rate.MOST_PERMITS) {
            values.wrong(
                    fields.place(),
                    "the default capacity, one and a half times the rate, is too large; write a capacity");
            return Optional.empty();
        }
        return values.attempt(
                fields.place(), () -> limit(Algorithm.TOKEN_BUCKET, Rate.perMinute(rate.get()), capacity.get()));
    }
}
