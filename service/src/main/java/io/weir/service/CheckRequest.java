package io.weir.service;

import io.netty.buffer.ByteBufUtil;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Request;
import io.weir.store.Charge;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /check}, {@code /remaining} and {@code /reset} are asked.
 *
 * @param permits 0 if what was sent is no number of permits at all
 */
record CheckRequest(String key, Optional<Algorithm> algorithm, long permits) {

    private static final List<String> PARAMETERS = List.of("key", "algorithm", "permits");
    private static final Pattern PERMITS = Pattern.compile("[0-9]{1,15}");
    private static final int MOST_KEY_BYTES = 1_024;

    static final String POSSIBLE_PERMITS = "must be a whole number from 1 to " + Rate.MOST_PERMITS;

    /** The limits of keys that no policy names. */
    private static final Map<Algorithm, Limit> DEFAULTS = new EnumMap<>(Arrays.stream(Algorithm.values())
            .collect(Collectors.toMap(Function.identity(), CheckRequest::defaultLimit)));

    private static Limit defaultLimit(Algorithm algorithm) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> Limit.tokenBucket(Rate.perSecond(10)).withCapacity(100);
            case LEAKY_BUCKET -> Limit.leakyBucket(Rate.perSecond(10), 100);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER -> algorithm.limit(Rate.perMinute(100));
        };
    }

    /** Reads the query; without a key, the caller's address is the key. */
    static CheckRequest of(Incoming incoming, CallerAddress callers) {
        Query query = Query.of(incoming.target(), PARAMETERS);
        String given = query.get("key");
        String key = given == null ? callers.key(incoming.peer(), incoming.headers()) : valid(given);
        return new CheckRequest(key, algorithm(query.get("algorithm")), permits(query.get("permits")));
    }

    /** A charge of one permit on each default limit. */
    static List<Charge> defaultCharges(String key) {
        return DEFAULTS.values().stream()
                .map(limit -> Charge.ofKey(key, limit, 1))
                .toList();
    }

    /** On the default limit. */
    Charge charge() {
        Limit limit = DEFAULTS.get(algorithm.orElse(Algorithm.TOKEN_BUCKET));
        if (limit == null) {
            throw new AssertionError("every algorithm has a default: " + algorithm);
        }
        if (permits < 1 || permits > limit.capacity()) {
            throw badPermits(limit.capacity());
        }
        return Charge.ofKey(key, limit, permits);
    }

    /** As rules see it. */
    Request asRequest() {
        if (permits < 1) {
            throw new BadRequest("permits", POSSIBLE_PERMITS);
        }
        return Request.ofKey(key, permits);
    }

    static BadRequest badPermits(long most) {
        return new BadRequest(
                "permits", "must be a whole number from 1 to " + most + ", which is all that this limit holds at once");
    }

    /** The key, which can be one. */
    static String valid(String given) {
        if (given.isBlank()) {
            throw new BadRequest("key", "must not be blank");
        }
        for (int i = 0; i < given.length(); i++) {
            if (Character.isISOControl(given.charAt(i))) {
                throw new BadRequest("key", "must not contain control characters");
            }
        }
        if (ByteBufUtil.utf8Bytes(given) > MOST_KEY_BYTES) {
            throw new BadRequest("key", "must have at most " + MOST_KEY_BYTES + " bytes in UTF-8");
        }
        return given;
    }

    private static Optional<Algorithm> algorithm(@Nullable String given) {
        if (given == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Algorithm.parse(given));
        } catch (IllegalArgumentException unknown) {
            String names =
                    Arrays.stream(Algorithm.values()).map(Algorithm::name).collect(Collectors.joining(", "));
            throw new BadRequest("algorithm", "must be one of " + names);
        }
    }

    private static long permits(@Nullable String given) {
        if (given == null) {
            return 1;
        }
        return PERMITS.matcher(given).matches() ? Long.parseLong(given) : 0;
    }
}
