package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.limit.Limit;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is charged once, however often it is dispatched, and settled by its response. */
final class DispatchTest {

    private static final Rule ALL = Rule.of("all", Limit.parse("100/day"));
    private static final Rule NOT_OUR_FAULT = Rule.of("not-our-fault", Limit.parse("100/day"))
            .withOutcome(new Outcome(Set.of(), Outcome.statuses("5xx")));
    private static final Rule FAILED =
            Rule.of("failed", Limit.parse("100/day")).withOutcome(new Outcome(Outcome.statuses("401"), Set.of()));

    private static long used(Site site, String rule) {
        return site.gate.peek(Request.of("GET", "/")).toCompletableFuture().join().rulings().stream()
                .filter(ruling -> ruling.rule().equals(rule))
                .mapToLong(ruling -> 100 - ruling.decision().remaining())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/plain",
                "/forward/plain",
                "/include/plain",
                "/dispatch/plain",
                "/async/200",
                "/error/404",
                "/error/500",
                "/throw/state",
                "/throw/io"
            })
    void everyRequestIsChargedOnce(String path) throws Exception {
        for (boolean twice : new boolean[] {false, true}) {
            Site site = new Site(ALL);
            try (Site started = (twice ? site.inTwoStages() : site).start()) {
                started.get(path);
                assertThat(used(started, "all")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/plain,         200, 1, 0",
        "/status/201,    201, 1, 0",
        "/status/401,    401, 1, 1",
        "/error/401,     401, 1, 1",
        "/status/503,    503, 0, 0",
        "/error/503,     503, 0, 0",
        "/throw/state,   500, 0, 0",
        // A closed connection looks like this, and must not be a way to get charges back.
        "/throw/io,      500, 1, 1",
        "/async/200,     200, 1, 0",
        "/async/401,     401, 1, 1",
        "/async/503,     503, 0, 0",
        "/forward/plain, 200, 1, 0",
        "/dispatch/plain,200, 1, 0",
    })
    void theResponseSettlesWhatItHasCost(String path, int status, int notOurFault, int failed) throws Exception {
        for (boolean twice : new boolean[] {false, true}) {
            Site site = new Site(ALL, NOT_OUR_FAULT, FAILED);
            try (Site started = (twice ? site.inTwoStages() : site).start()) {
                assertThat(started.get(path).statusCode()).isEqualTo(status);
                // The client can read an asynchronous response before the server has completed it.
                await().untilAsserted(() -> {
                    assertThat(used(started, "not-our-fault")).isEqualTo(notOurFault);
                    assertThat(used(started, "failed")).isEqualTo(failed);
                });
                assertThat(used(started, "all")).isEqualTo(1);
            }
        }
    }

    @Test
    void aDenialIsNotSettledAsAnOutcome() throws Exception {
        Rule denials =
                Rule.of("denials", Limit.parse("100/day")).withOutcome(new Outcome(Outcome.statuses("429"), Set.of()));
        try (Site site = new Site(Rule.of("none", Limit.parse("1/day")), denials).start()) {
            site.get("/plain");
            assertThat(site.get("/plain").statusCode()).isEqualTo(429);
            assertThat(used(site, "denials")).isZero();
        }
    }
}
