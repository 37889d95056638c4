package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.spi.BypassAttempt;
import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that try to show a rule a different path than the application sees. */
final class AmbiguousPathTest {

    private static Site site() throws Exception {
        return new Site(Rule.of("login", Limit.parse("1/day"))
                        .matching(Match.path("/login/**"))
                        .per(CountBy.IP))
                .start();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//login",
                "/./login",
                "/x/../login",
                "/%2e/login",
                "/x/%2e%2e/login",
                "/x/%2E./login",
                "/login%2f",
                "/login%5c",
                "/x%5c..%5clogin",
                "/%256cogin",
                "/login;x=1",
                "/login;/../x",
                "/login%3b",
                "/actuator/../login",
                "/actuator/%2e%2e/login",
            })
    void isRejectedAndCountedAsAnAttempt(String path) throws Exception {
        try (Site site = site()) {
            String response = site.raw().get(path);
            assertThat(RawHttp.status(response)).isEqualTo(400);
            assertThat(response)
                    .contains("Content-Type: application/problem+json")
                    .contains("\"status\":400,\"detail\":\"the path can be read in more than one way");
            assertThat(site.attempts).containsExactly(BypassAttempt.AMBIGUOUS_PATH);
            assertThat(site.app.calls).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login%zz", "/login\\", "/login%00", "/login#x", "*", "login", "/login%", "/login%c0%af"})
    void pathsThatTheServerRejectsReachNoFilter(String path) throws Exception {
        try (Site site = site()) {
            assertThat(RawHttp.status(site.raw().get(path))).isIn(400, 404);
            assertThat(site.app.calls).hasValue(0);
        }
    }

    @Test
    void anotherSpellingOfThePathMatchesTheSameRule() throws Exception {
        try (Site site = site()) {
            assertThat(List.of(
                            RawHttp.status(site.raw().get("/login")),
                            RawHttp.status(site.raw().get("/%6cogin")),
                            RawHttp.status(site.raw().get("/login/")),
                            RawHttp.status(site.raw().get("/login?user=//x/../y")),
                            RawHttp.status(site.raw().get("/logins"))))
                    .containsExactly(200, 429, 429, 429, 200);
        }
    }
}
