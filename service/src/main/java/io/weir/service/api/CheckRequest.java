package io.weir.service.api;

import io.netty.buffer.ByteBufUtil;
import io.weir.guard.key.KeyFormat;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.service.access.CallerAddress;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request to {@code /check}, {@code /remaining} or {@code /reset}, with the one policy that decides it from beginning to end.
 *
 * @param permits the permits; 0 if the text in the query is not a number of permits
 * @param policy the policy in force when the request came, or the {@link BuiltInPolicy} if that one has no rule for the key
 * @param byDefault whether the policy is the built-in one; replies do not name its rules
 */
public record CheckRequest(String key, Optional<Algorithm> algorithm, long permits, Policy policy, boolean byDefault) {

    private static final List<String> PARAMETERS = List.of("key", "algorithm", "permits");
    private static final Pattern PERMITS = Pattern.compile("[0-9]{1,15}");
    private static final int MOST_KEY_BYTES = 1_024;

    public static final String POSSIBLE_PERMITS = "must be a whole number from 1 to " + Rate.MOST_PERMITS;

    /** Reads the query; without a key, the caller's address is the key. */
    static CheckRequest of(Incoming incoming, CallerAddress callers, Policy inForce) {
        Query query = Query.of(incoming.target(), PARAMETERS);
        String given = query.get("key");
        String key = given == null ? callers.key(incoming.peer(), incoming.headers()) : valid(given);
        Optional<Algorithm> algorithm = algorithm(query.get("algorithm"));
        long permits = permits(query.get("permits"));
        return inForce.governs(key)
                ? new CheckRequest(key, algorithm, permits, inForce, false)
                : byDefault(key, algorithm, permits, inForce.mode());
    }

    private static CheckRequest byDefault(String key, Optional<Algorithm> algorithm, long permits, Mode mode) {
        Policy policy = BuiltInPolicy.of(algorithm.orElse(Algorithm.TOKEN_BUCKET), mode);
        long most = policy.rules().get(0).limit().capacity();
        if (permits < 1 || permits > most) {
            throw badPermits(most);
        }
        return new CheckRequest(key, algorithm, permits, policy, true);
    }

    /** The request as rules see it. */
    Request asRequest() {
        if (permits < 1) {
            throw new BadRequest("permits", POSSIBLE_PERMITS);
        }
        Request request = Request.ofKey(key, permits);
        if (algorithm.isPresent() && !byDefault) {
            requireOneOf(policy.limits(request), algorithm.get());
        }
        return request;
    }

    private static void requireOneOf(Map<String, Limit> limits, Algorithm algorithm) {
        boolean meant = limits.values().stream().anyMatch(limit -> limit.algorithm() == algorithm);
        if (!meant && !limits.isEmpty()) {
            String those = limits.entrySet().stream()
                    .map(rule -> rule.getValue().algorithm() + ", as rule " + rule.getKey() + " says")
                    .collect(Collectors.joining(", or "));
            throw new BadRequest("algorithm", "must be left out, or be " + those);
        }
    }

    public static BadRequest badPermits(long most) {
        return new BadRequest(
                "permits", "must be a whole number from 1 to " + most + ", which is all that this limit holds at once");
    }

    /** The validated key. */
    public static String valid(String given) {
        return valid("key", given);
    }

    /** The validated key or subject, which is in a field of that name. */
    public static String valid(String field, String given) {
        if (given.isBlank()) {
            throw new BadRequest(field, "must not be blank");
        }
        for (int i = 0; i < given.length(); i++) {
            if (Character.isISOControl(given.charAt(i))) {
                throw new BadRequest(field, "must not contain control characters");
            }
        }
        if (KeyFormat.isSecret(given)) {
            throw new BadRequest(field, "must not be the secret of an API key; name the key by its id");
        }
        if (ByteBufUtil.utf8Bytes(given) > MOST_KEY_BYTES) {
            throw new BadRequest(field, "must have at most " + MOST_KEY_BYTES + " bytes in UTF-8");
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
