package io.weir.compat;

import static io.weir.testkit.login.LoginTry.RIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.login.LoginAnswer;
import io.weir.testkit.login.LoginAnswer.Result;
import io.weir.testkit.login.LoginTry;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.testkit.captcha.SolvedCaptcha;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The attacks on logins over the form of Spring Security, and the other ways to log in. */
abstract class LoginContract extends GuardedFormsContract {

    static final String FOR = "X-Forwarded-For";
    private static final String JSON = "application/json";
    private static final Pattern COOKIE = Pattern.compile("weir_device=([^;]+); Path=/; Max-Age=15552000; .*");
    private static final Pattern REASON = Pattern.compile("\"reason\":\"([^\"]+)\"");

    @Override
    protected FakeSiteverify provider() {
        return LoginShops.PROVIDER;
    }

    @Override
    protected void advance(Duration time) {
        LoginShops.TIME.advance(time);
    }

    @Override
    protected int tested(String account) {
        return app().context().getBean(LoginUsers.class).tested(account);
    }

    @Override
    protected LoginAnswer logIn(LoginTry attempt) {
        return answer(post("/login", form(attempt), "application/x-www-form-urlencoded", attempt));
    }

    static String form(LoginTry attempt) {
        return "username=" + encoded(attempt.account()) + "&password=" + encoded(attempt.password());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> post(String path, String body, String type, LoginTry attempt) {
        List<String> headers = new ArrayList<>(
                List.of("Content-Type", type, FOR, attempt.address(), "User-Agent", attempt.agent()));
        attempt.device().ifPresent(cookie -> headers.addAll(List.of("Cookie", "a=b; weir_device=" + cookie)));
        attempt.token().ifPresent(token -> headers.addAll(List.of("X-Weir-Challenge", token)));
        return app().sendBody("POST", path, body, headers.toArray(String[]::new));
    }

    static LoginAnswer answer(HttpResponse<String> response) {
        Matcher reason = REASON.matcher(response.body());
        Optional<String> why = reason.find() ? Optional.of(reason.group(1)) : Optional.empty();
        Optional<String> device = response.headers().allValues("Set-Cookie").stream()
                .map(COOKIE::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .findFirst();
        long seconds = response.headers().firstValueAsLong("Retry-After").orElse(0);
        return new LoginAnswer(result(response, why.orElse("")), seconds, why, device);
    }

    private static Result result(HttpResponse<String> response, String why) {
        String to = response.headers().firstValue("Location").orElse("");
        return switch (response.statusCode()) {
            case 200 -> Result.IN;
            case 302 -> to.endsWith("?error") ? Result.WRONG : Result.IN;
            case 401 -> Result.WRONG;
            case 500 -> Result.ABANDONED;
            case 403 -> Result.CHALLENGED;
            case 429 ->
                why.equals("locked") ? Result.LOCKED : why.equals("busy") ? Result.BUSY : Result.LIMITED;
            case 503 -> Result.UNCHECKABLE;
            default -> throw new AssertionError(response.statusCode() + " " + response.body());
        };
    }

    private HttpResponse<String> json(String path, String field, LoginTry attempt) {
        String body = "{\"username\":\"" + attempt.account() + "\",\"" + field + "\":\"" + attempt.password() + "\"}";
        return post(path, body, JSON, attempt);
    }

    private static LoginTry right(String account, String address) {
        return new LoginTry(account, RIGHT, address, Optional.empty(), Optional.empty(), "Mozilla/5.0");
    }

    private static LoginTry wrong(String account, String address, int number) {
        return new LoginTry(account, "wrong-" + number, address, Optional.empty(), Optional.empty(), "Mozilla/5.0");
    }

    @Test
    void theAnswerToAChallengeMayBeAFieldOfTheLoginForm() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 3; i++) {
            logIn(wrong(account, address, i));
        }
        LoginTry right = right(account, address);
        String token = LoginShops.PROVIDER.solve(SolvedCaptcha.of("login"));
        String form = form(right) + "&weir-challenge=" + encoded(token);
        assertThat(answer(post("/login", form, "application/x-www-form-urlencoded", right)).result())
                .isEqualTo(Result.IN);
    }

    private HttpResponse<String> basic(LoginTry attempt) {
        return app().get(
                "/counted/secret", FOR, attempt.address(), "Authorization", Credentials.basic(attempt.account(), attempt.password()));
    }

    @Test
    void everyWayToTestAPasswordHasTheSameCounters() {
        String account = freshAccount();
        String address = freshAddress();
        assertThat(logIn(wrong(account, address, 1)).result()).isEqualTo(Result.WRONG);
        assertThat(json("/api/v1/login", "password", wrong(account, address, 2)).statusCode()).isEqualTo(401);
        assertThat(basic(wrong(account, address, 3)).statusCode()).isEqualTo(401);
        for (LoginAnswer answer : List.of(
                logIn(right(account, address)),
                answer(json("/api/v1/login", "password", right(account, address))),
                answer(basic(right(account, address))))) {
            assertThat(answer.result()).isEqualTo(Result.CHALLENGED);
        }
    }

    @Test
    void aRefusalIsAProblemThatSaysWhatToDo() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 3; i++) {
            logIn(wrong(account, address, i));
        }
        HttpResponse<String> challenged = json("/api/v1/login", "password", right(account, address));
        assertThat(challenged.statusCode()).isEqualTo(403);
        assertThat(challenged.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(challenged.body())
                .contains("urn:weir:challenge-required", "\"provider\":\"turnstile\"", "\"action\":\"login\"");
        for (int i = 3; i < 5; i++) {
            String token = LoginShops.PROVIDER.solve(SolvedCaptcha.of("login"));
            LoginTry guess = wrong(account, address, i);
            logIn(new LoginTry(account, guess.password(), address, Optional.empty(), Optional.of(token), guess.agent()));
        }
        for (HttpResponse<String> locked : List.of(
                json("/api/v1/login", "password", right(account, address)), basic(right(account, address)))) {
            assertThat(locked.statusCode()).isEqualTo(429);
            assertThat(locked.headers().firstValue("Retry-After")).hasValue("900");
            assertThat(locked.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(locked.body()).contains("\"reason\":\"locked\"", "\"retryAfterSeconds\":900");
        }
    }

    @Test
    void fiveWrongCodesLockTheSecondFactorFromEverywhere() {
        String account = freshAccount();
        for (int i = 0; i < 5; i++) {
            assertThat(json("/api/v1/login/code", "code", wrong(account, freshAddress(), i)).statusCode())
                    .isEqualTo(401);
        }
        assertThat(answer(json("/api/v1/login/code", "code", right(account, freshAddress()))).result())
                .isEqualTo(Result.LOCKED);
        assertThat(logIn(right(account, freshAddress())).result()).isEqualTo(Result.IN);
        advance(Duration.ofMinutes(15));
        LoginAnswer in = answer(json("/api/v1/login/code", "code", right(account, freshAddress())));
        assertThat(in.result()).isEqualTo(Result.IN);
        assertThat(in.device()).isPresent();
    }

    @Test
    void otherWaysToASessionAreClosedWhileALockLasts() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            String token = LoginShops.PROVIDER.solve(SolvedCaptcha.of("login"));
            LoginTry guess = wrong(account, address, i);
            logIn(new LoginTry(account, guess.password(), address, Optional.empty(), Optional.of(token), guess.agent()));
        }
        assertThat(answer(json("/api/v1/login/refresh", "token", right(account, address))).result())
                .isEqualTo(Result.LOCKED);
        assertThat(answer(json("/api/v1/login/refresh", "token", right(account, freshAddress()))).result())
                .isEqualTo(Result.IN);
    }

    /** The rule of the address counts 401 and 403, and the failures end inside the filters of Spring Security. */
    @Test
    void rulesForRequestsCountFailedLoginsButNoRefusals() {
        String address = freshAddress();
        String locked = freshAccount();
        for (int i = 0; i < 3; i++) {
            logIn(wrong(locked, address, i));
        }
        for (int i = 0; i < 5; i++) {
            assertThat(basic(right(locked, address)).statusCode()).isEqualTo(403);
        }
        advance(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(basic(wrong(freshAccount(), address, i)).statusCode()).isEqualTo(401);
        }
        HttpResponse<String> denied = basic(right(freshAccount(), address));
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.body()).contains("\"rule\":\"failed-logins\"");
    }

    @Test
    void failedLoginsAreCountedHoweverTheyAreAnswered() {
        double before = failures();
        String account = freshAccount();
        assertThat(logIn(wrong(account, freshAddress(), 1)).result()).isEqualTo(Result.WRONG);
        assertThat(basic(wrong(account, freshAddress(), 2)).statusCode()).isEqualTo(401);
        assertThat(failures() - before).isEqualTo(2);
    }

    private double failures() {
        return app().context()
                .getBean(MeterRegistry.class)
                .get("api.authentication.failed")
                .counter()
                .count();
    }

    @Test
    void theCookieOfAKnownDeviceIsOutOfReachOfScripts() {
        String account = freshAccount();
        HttpResponse<String> in = post(
                "/login", form(right(account, freshAddress())), "application/x-www-form-urlencoded", right(account, freshAddress()));
        assertThat(in.headers().allValues("Set-Cookie"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .startsWith("weir_device=")
                        .contains("; Secure", "; HttpOnly", "; SameSite=Lax"));
    }

    private HttpResponse<String> actuator(String method, String path, String body) {
        return app().sendBody(
                method,
                "/actuator/guard/" + path,
                body,
                "Content-Type",
                JSON,
                FOR,
                freshAddress(),
                "Authorization",
                Credentials.basic("admin", RIGHT));
    }

    @Test
    void anAdministratorSeesAndEndsALock() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            String token = LoginShops.PROVIDER.solve(SolvedCaptcha.of("login"));
            LoginTry guess = wrong(account, address, i);
            logIn(new LoginTry(account, guess.password(), address, Optional.empty(), Optional.of(token), guess.agent()));
        }
        String where = "locks?account=" + account + "&ip=" + address;
        assertThat(actuator("GET", where, "").body())
                .isEqualTo("{\"locks\":[{\"step\":\"password\",\"rule\":\"login-lock\",\"leftSeconds\":900}]}");
        assertThat(actuator("DELETE", where, "").statusCode()).isEqualTo(200);
        assertThat(actuator("GET", where, "").body()).isEqualTo("{\"locks\":[]}");
        String token = LoginShops.PROVIDER.solve(SolvedCaptcha.of("login"));
        assertThat(logIn(new LoginTry(account, RIGHT, address, Optional.empty(), Optional.of(token), "Mozilla/5.0")).result())
                .isEqualTo(Result.IN);
        assertThat(actuator("GET", "locks?account=" + account, "").statusCode()).isEqualTo(400);
        assertThat(actuator("GET", "else", "").statusCode()).isEqualTo(404);
        assertThat(app().get("/actuator/guard/blocks", FOR, freshAddress()).statusCode()).isIn(302, 401);
    }

    @Test
    void anAdministratorMakesSeesAndEndsABlock() {
        String address = freshAddress();
        String block = "{\"subject\":\"ip:" + address + "\",\"time\":\"1h\",\"reason\":\"abuse\"}";
        assertThat(actuator("POST", "blocks", block).statusCode()).isEqualTo(200);
        assertThat(actuator("GET", "blocks", "").body())
                .contains("\"subject\":\"ip:" + address + "\"", "\"reason\":\"abuse\"", "\"by\":\"admin\"");
        assertThat(app().get("/open/bots", FOR, address).statusCode()).isEqualTo(403);
        assertThat(actuator("DELETE", "blocks?subject=ip:" + address, "").body()).isEqualTo("{\"ended\":true}");
        assertThat(app().get("/open/bots", FOR, address).statusCode()).isEqualTo(200);
        assertThat(actuator("POST", "blocks", "{\"subject\":\"somebody\",\"time\":\"1h\"}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void nothingIsCountedWhileThePolicyIsOff() {
        Gate gate = app().context().getBean(Gate.class);
        Policy policy = gate.policy();
        gate.replace(policy.withMode(Mode.OFF));
        try {
            String account = freshAccount();
            String address = freshAddress();
            for (int i = 0; i < 7; i++) {
                assertThat(logIn(wrong(account, address, i)).result()).isEqualTo(Result.WRONG);
            }
            assertThat(logIn(right(account, address)).device()).isEmpty();
        } finally {
            gate.replace(policy);
        }
    }
}
