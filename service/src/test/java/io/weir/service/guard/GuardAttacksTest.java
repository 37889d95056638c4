package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.guard.challenge.CaptchaProvider;
import io.weir.guard.challenge.SiteverifyConfig;
import io.weir.policyfile.PolicyReader;
import io.weir.service.guard.challenge.CaptchaSettings;
import io.weir.testkit.captcha.FakeProvider;
import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.captcha.ReplyFault;
import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.time.TimeSource;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Attacks on logins, challenges and scores of bots, over real HTTP on a running service with a real provider of CAPTCHAs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuardAttacksTest {

    private static final String POLICY = """
            guard:
              login: {path: /login, per-ip: 1000/min, accounts-per-ip: {limit: 20 per 1h, then: {block: 1h}}}
              bots: {honeypots: [/wp-login.php], certain: {limit: 2/h}}
            rules:
              - {name: search-challenge, match: {path: /search}, per: ip, limit: 1/h, then: challenge}
              - {name: fingerprints, match: {path: /flood}, per: fingerprint, limit: 1000/min}
            """;

    private final FakeSiteverify provider = FakeSiteverify.start(FakeProvider.RECAPTCHA, TimeSource.system());
    private final GuardedService service;
    private int lastNetwork;
    private String network = "";

    GuardAttacksTest(@TempDir Path folder) {
        SiteverifyConfig config = SiteverifyConfig.of(
                        CaptchaProvider.RECAPTCHA, FakeSiteverify.SITE_KEY, FakeSiteverify.SECRET)
                .withHostnames(Set.of("shop.example.com"))
                .withUrl(provider.url());
        service = GuardedService.in(
                folder, settings -> settings.withGuard(settings.guard().with(CaptchaSettings.of(config))));
        service.service().gate().replace(PolicyReader.create().read("policy.yml", POLICY));
    }

    /** Each test has addresses and accounts of its own. */
    @BeforeEach
    void begin() {
        lastNetwork++;
        network = "10.0." + lastNetwork + ".";
        provider.breakReplies(ReplyFault.NONE);
    }

    @AfterAll
    void stop() {
        service.close();
        provider.close();
    }

    private JsonNode post(String path, String body) throws Exception {
        return GuardedService.json(service.send(GuardedService.CHECKER, "POST", path, body));
    }

    private JsonNode login(String account, int host, String more) throws Exception {
        return post(
                "/api/v1/guard/logins",
                "{\"account\":\"" + account + lastNetwork + "\",\"ip\":\"" + network + host + "\"" + more + "}");
    }

    private JsonNode report(JsonNode decision, String outcome) throws Exception {
        return post(
                "/api/v1/guard/logins/outcome",
                "{\"attempt\":\"" + decision.path("attempt").asString() + "\",\"outcome\":\"" + outcome + "\"}");
    }

    private void fail(String account, int host, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            report(login(account, host, PASSED), "failure");
        }
    }

    /** An attacker who solves every challenge, by an application that checks them itself. */
    private static final String PASSED = ",\"challengePassed\":true";

    private String search(int host, String token) throws Exception {
        return "{\"method\":\"GET\",\"path\":\"/search\",\"ip\":\"" + network + host + "\""
                + (token.isEmpty() ? "" : ",\"challenge\":\"" + token + "\"") + "}";
    }

    private JsonNode evaluate(String body) throws Exception {
        return post("/api/v1/rate-limit/evaluate", body);
    }

    /** Makes the rule ask this address for a challenge. */
    private void beChallenged(int host) throws Exception {
        evaluate(search(host, ""));
        assertThat(evaluate(search(host, "")).path("challenge").path("siteKey").asString())
                .isEqualTo(FakeSiteverify.SITE_KEY);
    }

    private static String action(JsonNode answer) {
        return answer.path("action").asString();
    }

    private static String reason(JsonNode answer) {
        return answer.path("reason").asString();
    }

    private String solved() {
        return provider.solve(SolvedCaptcha.of("search"));
    }

    @Test
    void anAnswerThatIsReplayedIsRefusedAndTheProviderIsAskedOnce() throws Exception {
        beChallenged(1);
        String body = search(1, solved());
        int before = provider.questions().size();
        List<CompletableFuture<JsonNode>> all = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return evaluate(body);
                    } catch (Exception failure) {
                        throw new AssertionError(failure);
                    }
                }))
                .toList();
        List<JsonNode> answers = all.stream().map(CompletableFuture::join).toList();
        assertThat(answers).filteredOn(answer -> action(answer).equals("allow")).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> reason(answer).equals("replayed"))
                .hasSize(19);
        assertThat(provider.questions()).hasSize(before + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "search, shop.example.com, 0.4, low-score",
        "login, shop.example.com, 0.9, wrong-action",
        "search, evil.example.com, 0.9, wrong-hostname"
    })
    void anAnswerForSomethingElseIsRefused(String action, String host, double score, String reason) throws Exception {
        beChallenged(1);
        SolvedCaptcha captcha = SolvedCaptcha.of(action).withHostname(host).withScore(score);
        JsonNode answer = evaluate(search(1, provider.solve(captcha)));
        assertThat(action(answer)).isEqualTo("challenge");
        assertThat(reason(answer)).isEqualTo(reason);
    }

    @ParameterizedTest
    @EnumSource(
            value = ReplyFault.class,
            names = {"CUT", "STATUS_500", "REDIRECT", "HUGE", "GZIP", "NO_JSON", "INTERNAL_ERROR"})
    void aProviderThatFailsLetsNobodyThroughAndIsNotFollowedElsewhere(ReplyFault fault) throws Exception {
        provider.breakReplies(ReplyFault.NONE);
        beChallenged(1);
        // An answer that is found right ends a series of failures.
        assertThat(action(evaluate(search(1, solved())))).isEqualTo("allow");
        beChallenged(2);
        int before = provider.questions().size();
        provider.breakReplies(fault);
        HttpResponse<String> answer =
                service.send(GuardedService.CHECKER, "POST", "/api/v1/rate-limit/evaluate", search(2, solved()));
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        JsonNode denied = GuardedService.json(answer);
        assertThat(action(denied)).isEqualTo("deny");
        assertThat(denied.path("status").asInt()).isEqualTo(503);
        assertThat(reason(denied)).isEqualTo("provider-down");
        assertThat(provider.questions()).hasSize(before + 1);
    }

    @Test
    void aProviderThatIsSilentLetsNobodyLogInButKnownDevices() throws Exception {
        String device = report(login("ann", 1, ""), "success").path("device").asString();
        for (int i = 0; i < 10; i++) {
            report(login("ann", 2 + i / 3, ""), "failure");
        }
        provider.breakReplies(ReplyFault.SLOW);
        JsonNode stranger = login("ann", 9, ",\"challenge\":\"" + provider.solve(SolvedCaptcha.of("login")) + "\"");
        assertThat(action(stranger)).isEqualTo("deny");
        assertThat(reason(stranger)).isEqualTo("provider-down");
        assertThat(stranger.path("retryAfterSeconds").asInt()).isEqualTo(5);
        assertThat(action(login("ann", 9, ",\"device\":\"" + device + "\""))).isEqualTo("allow");
    }

    @Test
    void aFloodOfAnswersCostsTenQuestionsForEachAddress() throws Exception {
        beChallenged(1);
        int before = provider.questions().size();
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            reasons.add(reason(evaluate(search(1, "guessed-" + lastNetwork + "-" + i))));
        }
        assertThat(reasons).filteredOn("invalid"::equals).hasSize(10);
        assertThat(reasons).filteredOn("too-many"::equals).hasSize(5);
        assertThat(provider.questions()).hasSize(before + 10);
    }

    @Test
    void aTextThatIsNoAnswerIsNeverSent() throws Exception {
        beChallenged(1);
        int before = provider.questions().size();
        for (String text : List.of("a b", "ä", "x".repeat(8_193), " ")) {
            assertThat(reason(evaluate(search(1, text)))).isEqualTo("invalid");
        }
        assertThat(provider.questions()).hasSize(before);
    }

    @Test
    void lockingAnAccountLocksNeitherItsOwnerNorItself() throws Exception {
        String device = report(login("ann", 1, ""), "success").path("device").asString();
        fail("ann", 66, 5);
        JsonNode locked = login("ann", 66, PASSED);
        assertThat(reason(locked)).isEqualTo("locked");
        for (int i = 0; i < 10; i++) {
            assertThat(login("ann", 66, PASSED).path("retryAfterSeconds").asLong())
                    .isLessThanOrEqualTo(locked.path("retryAfterSeconds").asLong());
        }
        assertThat(action(login("ann", 66, ",\"device\":\"" + device + "\""))).isEqualTo("allow");
        assertThat(action(login("ann", 67, PASSED))).isEqualTo("allow");
    }

    @Test
    void onePasswordForManyAccountsLeadsToAChallengeAndManyAccountsOfOneAddressToABlock() throws Exception {
        String tag = ",\"passwordTag\":\"spring" + lastNetwork + "\"";
        for (int i = 0; i < 10; i++) {
            report(login("user" + i + "-", i, tag), "failure");
        }
        JsonNode sprayed = login("next-", 100, tag);
        assertThat(action(sprayed)).isEqualTo("challenge");
        assertThat(sprayed.path("rule").asString()).isEqualTo("login-password");
        for (int i = 0; i < 20; i++) {
            report(login("many" + i + "-", 200, PASSED), "failure");
        }
        assertThat(login("more-", 200, PASSED).path("rule").asString()).isEqualTo("login-accounts-per-ip");
        await().until(() -> action(login("more-", 200, PASSED)).equals("blocked"));
    }

    @Test
    void loggingInToAnAccountOfOnesOwnBetweenGuessesResetsNothing() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(action(login("victim", 1, PASSED))).as("guess " + i).isEqualTo("allow");
            report(login("own", 1, PASSED), "success");
        }
        // Guesses that are never reported count as failed.
        assertThat(action(login("victim", 1, PASSED))).isEqualTo("deny");
        assertThat(action(login("own", 1, ""))).isEqualTo("allow");
    }

    private String page(String path, String headers) {
        return "{\"method\":\"GET\",\"path\":\"" + path + "\",\"ip\":\"" + network + "1\",\"headers\":{" + headers
                + "}}";
    }

    @Test
    void aClientThatChangesItsNameGetsMorePointsAndClaimsGetItFewer() throws Exception {
        String chrome = "\"User-Agent\":\"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                + " Chrome/%d.0.0.0 Safari/537.36\",\"Accept-Language\":\"de\",\"Accept-Encoding\":\"gzip\"";
        JsonNode last = evaluate(page("/", String.format(chrome, 100)));
        assertThat(last.path("bot").path("score").asInt()).isZero();
        for (int i = 101; i <= 115; i++) {
            last = evaluate(page("/", String.format(chrome, i)));
        }
        assertThat(last.path("bot").path("reasons").toString()).contains("agent-changes");
        assertThat(evaluate(page(
                                "/",
                                "\"User-Agent\":\"curl/8\",\"X-Verified-Bot\":\"true\",\"Cookie\":\"weir_device=1\""))
                        .path("bot")
                        .path("reasons")
                        .toString())
                .isEqualTo("[\"tool-agent\",\"agent-changes\"]");
    }

    @Test
    void aFloodOfFingerprintsMakesNoClientForgottenAndNoSeries() throws Exception {
        String curl = "\"User-Agent\":\"curl/8\"";
        assertThat(evaluate(page("/wp-login.php", curl))
                        .path("bot")
                        .path("band")
                        .asString())
                .isEqualTo("certain");
        long before = series();
        for (int i = 0; i < 20; i++) {
            int batch = i;
            String all = IntStream.range(0, 100)
                    .mapToObj(each -> page("/flood", "\"User-Agent\":\"bot-" + batch + "-" + each + "\""))
                    .collect(Collectors.joining(",", "{\"requests\":[", "]}"));
            assertThat(post("/api/v1/rate-limit/evaluate/batch", all).path("verdicts"))
                    .hasSize(100);
        }
        assertThat(evaluate(page("/", curl)).path("bot").path("reasons").toString())
                .contains("honeypot");
        assertThat(series()).isEqualTo(before);
    }

    private long series() throws Exception {
        return service.send(GuardedService.ADMIN, "GET", "/actuator/prometheus", "")
                .body()
                .lines()
                .filter(line -> line.startsWith("api_") || line.startsWith("guard_"))
                .count();
    }

    /** Nothing that callers do moves a limit: all numbers are those of the policy. */
    @Test
    void failuresOfSomeMoveNoLimitOfOthers() throws Exception {
        fail("ann", 1, 5);
        for (int i = 0; i < 10; i++) {
            evaluate(page("/wp-login.php", "\"User-Agent\":\"curl/8\""));
        }
        JsonNode other = evaluate(search(77, ""));
        assertThat(other.path("rulings").path(0).path("limit").asString()).isEqualTo("1/h");
        assertThat(other.path("rulings").path(0).path("before").asInt()).isEqualTo(1);
        assertThat(action(login("bert", 77, ""))).isEqualTo("allow");
    }

    @Test
    void attemptsWhoseOutcomeIsNeverReportedCountAsFailed() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(action(login("ann", 1, PASSED))).isEqualTo("allow");
        }
        JsonNode sixth = login("ann", 1, PASSED);
        assertThat(action(sixth)).isEqualTo("deny");
        assertThat(reason(sixth)).isEqualTo("busy");
        assertThat(sixth.path("retryAfterSeconds").asLong()).isGreaterThan(800);
    }

    @Test
    void theMetersTellOfChallenges() throws Exception {
        beChallenged(1);
        evaluate(search(1, solved()));
        evaluate(search(1, "guessed"));
        String metrics = service.send(GuardedService.ADMIN, "GET", "/actuator/prometheus", "")
                .body();
        for (String series : List.of(
                "api_captcha_triggered_total{",
                "api_captcha_solved_total{",
                "api_captcha_failed_total{application=\"distributed-rate-limiter\",reason=\"invalid\"}",
                "guard_challenge_seconds_count{",
                "api_bot_detected_total{application=\"distributed-rate-limiter\",band=\"certain\"}")) {
            assertThat(metrics).contains(series);
        }
    }
}
