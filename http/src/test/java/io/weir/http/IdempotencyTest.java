package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Free retries, and clients that reuse one idempotency key for all requests. */
final class IdempotencyTest {

    private static final Rule PER_CALLER =
            Rule.of("per-caller", Limit.parse("2/day")).per(CountBy.CALLER).withFreeRetries();

    private static Site site(boolean inTwoStages) throws Exception {
        Site site = new Site(PER_CALLER);
        return (inTwoStages ? site.inTwoStages() : site).start();
    }

    private static List<Integer> posts(Site site, int times, String... headers) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            statuses.add(site.send("POST", "/orders", headers).statusCode());
        }
        return statuses;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threeRepeatsOfAKnownCallerAreFreeAndFurtherOnesCost(boolean inTwoStages) throws Exception {
        try (Site site = site(inTwoStages)) {
            assertThat(posts(site, 7, Site.USER, "shopper", "Idempotency-Key", "1"))
                    .containsExactly(200, 200, 200, 200, 200, 429, 429);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anonymousCallersPayForEveryRepeat(boolean inTwoStages) throws Exception {
        try (Site site = site(inTwoStages)) {
            assertThat(posts(site, 4, "Idempotency-Key", "1")).containsExactly(200, 200, 429, 429);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNewIdempotencyKeyForEachRequestIsNoBypass(boolean inTwoStages) throws Exception {
        try (Site site = site(inTwoStages)) {
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                statuses.addAll(posts(site, 1, Site.KEY, "k1", "Idempotency-Key", "key-" + i));
            }
            assertThat(statuses).containsExactly(200, 200, 429, 429);
        }
    }
}
