package io.weir.service.playground;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.service.http.BadRequest;
import io.weir.service.http.JsonFields;
import java.util.List;
import java.util.Optional;

/** Reads a limit of a simulation: {@code {"algorithm": "token-bucket", "rate": "10/min", "burst": 20}}. */
final class SimulatedLimit {

    private static final String BURST = "burst";

    private SimulatedLimit() {}

    static Limit read(JsonFields json) {
        JsonFields fields = json.only(List.of("algorithm", "rate", BURST));
        String name = fields.text("algorithm").orElse(Algorithm.TOKEN_BUCKET.yamlName());
        String rate = fields.text("rate").orElseThrow(() -> fields.wrong("rate", "must be given, such as 10/min"));
        Optional<Long> burst = fields.wholeNumber(BURST);
        try {
            return limit(Algorithm.parse(name), Rate.parse(rate), burst);
        } catch (IllegalArgumentException wrong) {
            throw new BadRequest("limits", "cannot be used: " + wrong.getMessage());
        }
    }

    private static Limit limit(Algorithm algorithm, Rate rate, Optional<Long> burst) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> Limit.tokenBucket(rate).withCapacity(burst.orElse(rate.permits()));
            case LEAKY_BUCKET -> Limit.leakyBucket(rate, burst.orElse(rate.permits()));
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER -> {
                if (burst.isPresent()) {
                    throw new IllegalArgumentException(
                            "only buckets have a burst; leave it out for " + algorithm.yamlName());
                }
                yield algorithm.limit(rate);
            }
        };
    }
}
