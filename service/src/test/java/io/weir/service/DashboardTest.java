package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.access.Access;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The dashboard in a real browser, against a service on a real Redis that has traffic; skipped if no browser is installed. */
final class DashboardTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    private static final String ADMIN = "admin-secret";
    private static final String VIEWER = "view-secret";
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";
    private static final List<String> PAGES = List.of(
            "overview", "rules", "rules/logins", "subjects/ip:192.0.2.1", "policy", "keys", "guard", "playground");
    private static final String POLICY = """
            rules:
              - {name: logins, match: {path: /login, method: POST}, per: ip, limit: 10/min}
              - {name: all, per: ip, limit: 100000/min}
              - {name: exports, match: {path: /exports}, per: user, limit: 2/h, mode: shadow}
              - {name: keys, match: {key: '*'}, per: key, limit: 50/min}
            """;

    private static final RedisServer REDIS = RedisServer.start();
    private static final WeirService SERVICE = start();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static volatile boolean isOpen = true;
    private static final Thread SCENARIO = new Thread(DashboardTest::sendTraffic, "scenario");

    private static WeirService start() {
        try {
            Path folder = Files.createTempDirectory("weir-dashboard");
            Path policy = Files.writeString(folder.resolve("policy.yml"), POLICY);
            Access access = new Access(ADMIN, Optional.empty(), Optional.of(VIEWER));
            return WeirService.start(new ServiceSettings(0, "127.0.0.1", access)
                    .withStore(StoreSettings.redis(REDIS.uri()))
                    .withPolicy(
                            new PolicySettings(Optional.of(policy), PolicySettings.Source.DOCUMENT, Optional.empty()))
                    .withGuard(GuardSettings.on(DatabaseSettings.in(folder))));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Ordinary traffic, a caller beyond its limit, and one whom a rule in shadow would deny. */
    @BeforeAll
    static void beginTraffic() {
        SERVICE.guard().awaitOpening();
        SCENARIO.start();
    }

    private static void sendTraffic() {
        while (isOpen) {
            post("rate-limit/evaluate", "{\"method\":\"GET\",\"path\":\"/\",\"ip\":\"192.0.2.1\"}");
            post("rate-limit/evaluate", "{\"method\":\"GET\",\"path\":\"/exports\",\"user\":\"42\"}");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (BROWSER.isStarted()) {
            DashboardPicture.take(BROWSER, address());
        }
        isOpen = false;
        SCENARIO.join();
        SERVICE.close();
        REDIS.close();
    }

    @BeforeEach
    void signIn() {
        BROWSER.resize(1280, 900);
        signIn(ADMIN);
    }

    @AfterEach
    void theConsoleIsSilent() {
        assertThat(BROWSER.console()).isEmpty();
    }

    private static String address() {
        return "http://127.0.0.1:" + SERVICE.port();
    }

    private static void signIn(String token) {
        BROWSER.open(address() + "/check.html");
        BROWSER.text("sessionStorage.clear()");
        BROWSER.open(address() + "/");
        BROWSER.fill("[name=token]", token);
        BROWSER.click("form button");
    }

    private static void open(String page) {
        BROWSER.open(address() + "/check.html");
        BROWSER.open(address() + "/#/" + page);
        BROWSER.waitFor("#store", "Redis .*");
    }

    private static HttpResponse<String> send(String method, String target, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address() + "/api/v1/" + target))
                    .header("Authorization", "Bearer " + ADMIN)
                    .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build();
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static void post(String target, String body) {
        send("POST", target, body);
    }

    /** Confirms the open dialog. */
    private static void confirm(String button) {
        BROWSER.click("dialog button", button);
        BROWSER.waitForCount("dialog", 0);
    }

    @Test
    void aWrongTokenIsRefusedAndSigningOutForgetsTheToken() {
        BROWSER.waitFor("h1", "Overview");
        assertThat(BROWSER.url()).doesNotContain(ADMIN);
        assertThat(BROWSER.text("return localStorage.length + document.cookie")).isEqualTo("0");
        BROWSER.click("#signout");
        assertThat(BROWSER.text("return sessionStorage.length")).isEqualTo("0");
        BROWSER.fill("[name=token]", "wrong");
        BROWSER.click("form button");
        BROWSER.waitFor(".message.bad", "wrong token");
        assertThat(BROWSER.text("return sessionStorage.length")).isEqualTo("0");
    }

    @Test
    void everyPageIsAccessibleAndFitsAPhone() throws IOException {
        String axe = resource("axe.min.js");
        for (String colors : List.of("light", "dark")) {
            BROWSER.colors(colors);
            for (String page : colors.equals("light") ? PAGES : List.of("overview", "rules/logins", "policy")) {
                BROWSER.resize(1280, 900);
                open(page);
                BROWSER.waitFor("main", "(?s).*[a-z].*");
                BROWSER.text(axe + "; return 0");
                String found = BROWSER.asyncText("const done = arguments[arguments.length - 1];"
                        + "axe.run().then(r => done(JSON.stringify(r.violations"
                        + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                        + ".map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))]))), e => done(String(e)))");
                assertThat(found).as(colors + " " + page).isEqualTo("[]");
                BROWSER.resize(360, 780);
                assertThat(BROWSER.number("return document.documentElement.scrollWidth"))
                        .as(page)
                        .isLessThanOrEqualTo(360);
            }
        }
        BROWSER.colors("light");
    }

    @Test
    void aFloodIsOnTopWithItsRule() {
        open("overview");
        for (int i = 0; i < 100; i++) {
            post("rate-limit/evaluate", "{\"method\":\"POST\",\"path\":\"/login\",\"ip\":\"198.51.100.7\"}");
        }
        BROWSER.waitFor("#rules-now tbody tr:first-child", "(?s)logins .*");
        BROWSER.waitFor("#denied-most tbody", "(?s).*ip:[0-9a-f]{16}.* logins.*");
        BROWSER.waitFor("#last-denials tbody", "(?s).*logins.*");
    }

    @Test
    void aRuleIsEnforcedWithWhatItWouldHaveDeniedBesideTheButtonAndTheUndoTakesItBack() {
        open("rules/exports");
        BROWSER.waitFor(".card", "(?s)In shadow.*it would have denied [1-9].*");
        BROWSER.click("[data-mode=enforce]");
        BROWSER.waitFor("dialog .card", "(?s).*would have denied [1-9].*");
        BROWSER.fill("dialog [name=reason]", HOSTILE);
        confirm("Switch to enforce");
        BROWSER.waitFor("h2", "exports ● enforce");
        BROWSER.click("#undo");
        BROWSER.waitFor("h2", "exports ◐ shadow");
        BROWSER.click("nav a", "Policy");
        BROWSER.waitFor("main", "(?s).*" + Pattern.quote(HOSTILE) + ".*");
        assertThat(BROWSER.number("return document.querySelectorAll('main img').length"))
                .isZero();
    }

    @Test
    void theKillSwitchWorksAndIsTakenBack() {
        open("overview");
        BROWSER.click("#kill");
        confirm("Switch off");
        BROWSER.waitFor("#mode", "○ off");
        BROWSER.waitFor("#banner", "(?s).*All limits are off.*");
        BROWSER.click("#undo");
        BROWSER.waitFor("#mode", "● enforce");
        BROWSER.waitFor("#banner", "");
    }

    @Test
    void aSubjectIsShownOverriddenAndReset() {
        send("POST", "policies/reset", "{\"subject\":\"user:7\"}");
        post("rate-limit/evaluate", "{\"method\":\"GET\",\"path\":\"/exports\",\"user\":\"7\"}");
        open("subjects/user:7");
        BROWSER.waitFor("tbody", "(?s)exports 2/h .*1 allowed.*");
        BROWSER.click("#override");
        BROWSER.fill("dialog [name=limit]", "9/h");
        BROWSER.choose("dialog [name=rule]", "exports");
        confirm("Override");
        BROWSER.waitFor("tbody", "(?s)exports 9/h .*");
        BROWSER.click("#undo");
        BROWSER.waitFor("tbody", "(?s)exports 2/h .*");
        BROWSER.click("#reset");
        BROWSER.fill("dialog [name=typed]", "user:7");
        confirm("Reset");
        BROWSER.waitFor("tbody", "(?s)exports 2/h 2 allowed now.*");
        BROWSER.fill("#explain [name=path]", "/exports");
        BROWSER.fill("#explain [name=user]", "7");
        BROWSER.text("document.querySelector('#explain button').click()");
        BROWSER.waitFor("#verdict", "(?s)allowed; .*");
    }

    @Test
    void hostileNamesAreText() {
        for (int i = 0; i < 60; i++) {
            post("rate-limit/evaluate", "{\"key\":\"" + HOSTILE + "\"}");
        }
        open("subjects/" + "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E");
        BROWSER.waitFor("main section h2", "(?s)" + Pattern.quote(HOSTILE));
        BROWSER.waitFor("tbody", "(?s)keys 50/min .*denied for.*");
        assertThat(BROWSER.number("return document.querySelectorAll('main img').length"))
                .isZero();
    }

    @Test
    void aPolicyIsEditedCheckedPushedAndRolledBack() {
        open("policy");
        BROWSER.waitFor("h2", "(?s).*policy.yml");
        String text = BROWSER.text("return document.querySelector('[name=policy]').value");
        edit(text + "  - {name: logins, per: nobody, limit: often}\n");
        BROWSER.waitFor("#mistakes", "(?s).*line 6.*line 6.*");
        assertThat(BROWSER.find("#push").isEnabled()).isFalse();
        edit(text + "  - {name: added, per: user, limit: 7/min}\n");
        BROWSER.waitFor("#changes", "(?s)added added.*7/min.*");
        // A second writer is faster.
        send("PUT", "policies?by=ann&reason=first", text.replace("50/min", "51/min"));
        BROWSER.click("#push");
        confirm("Push");
        BROWSER.waitFor("#conflict", "(?s).*by ann.*51/min.*");
        BROWSER.click("#mine");
        BROWSER.waitFor("#changes", "(?s).*keys changed.*added added.*");
        BROWSER.click("#push");
        confirm("Push");
        BROWSER.waitFor("#changes, main", "(?s).*added added \\(7/min\\).*");
        BROWSER.click(".rollback", "Roll back");
        confirm("Roll back");
        BROWSER.waitFor(".undo", "(?s).*added removed.*");
        send("PUT", "policies", text);
    }

    private static void edit(String text) {
        BROWSER.text("const area = document.querySelector('[name=policy]'); area.value = " + quoted(text)
                + "; area.dispatchEvent(new Event('input', {bubbles: true}));");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    @Test
    void aKeyIsMadeDisabledAndEnabled() {
        open("keys");
        BROWSER.click("#new-key");
        BROWSER.fill("dialog [name=owner]", HOSTILE.substring(0, 12));
        BROWSER.fill("dialog [name=name]", "nightly");
        confirm("Make the key");
        BROWSER.waitFor("#made", "(?s).*weir_live_.*");
        BROWSER.click("#made button");
        BROWSER.click(".disable", "Disable");
        confirm("Disable");
        BROWSER.waitFor("tbody", "(?s).*disabled.*");
        BROWSER.click(".enable", "Enable");
        confirm("Enable");
        BROWSER.waitFor("tbody", "(?s).*active.*");
        assertThat(BROWSER.find("main").getText()).doesNotContain("weir_live_");
    }

    @Test
    void aSubjectIsBlockedAndLetInAgain() {
        open("guard");
        BROWSER.click("#block");
        BROWSER.fill("dialog [name=subject]", "ip:203.0.113.9");
        BROWSER.fill("dialog [name=reason]", HOSTILE);
        confirm("Block");
        BROWSER.waitFor("main section:first-of-type tbody", "(?s)ip:203.0.113.9 .*" + Pattern.quote(HOSTILE) + ".*");
        assertThat(BROWSER.number("return document.querySelectorAll('main img').length"))
                .isZero();
        BROWSER.click(".unblock", "End");
        BROWSER.waitFor("main section:first-of-type", "(?s).*Nobody is blocked.*");
        BROWSER.waitFor("main section:last-of-type tbody", "(?s).*block.*");
    }

    @Test
    void theViewTokenSeesAndHasNothingToChange() {
        signIn(VIEWER);
        for (String page : PAGES) {
            open(page);
            BROWSER.waitFor(
                    "main", "(?s).*You see everything and change nothing, because you signed in with the view token.*");
            assertThat(BROWSER.number("return document.querySelectorAll('button.danger, #kill, #push, #override,"
                            + " #new-key, [data-mode]').length"))
                    .as(page)
                    .isZero();
        }
    }

    @Test
    void thePlaygroundShowsWhatEachAlgorithmLetsThrough() {
        open("playground");
        BROWSER.click(".preset", "window edge");
        BROWSER.waitFor(
                "#lanes .lane:nth-child(3)", "(?s)fixed-window .*20 of 40 let through, at most 20 within one period.*");
        BROWSER.text("const drawing = document.querySelector('.drawing'); drawing.focus();"
                + "drawing.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true}));");
        BROWSER.waitFor("#lanes .lane:nth-child(3)", "(?s).*21 of 41 let through.*");
        assertThat(BROWSER.url()).contains("traffic");
    }

    @Test
    void anOutageOfRedisIsShownAndItsEndToo() {
        open("overview");
        REDIS.pause();
        BROWSER.waitFor("#banner", "(?s).*Redis does not answer.*");
        BROWSER.waitFor("#store", "Redis ▲ down");
        REDIS.resume();
        BROWSER.waitFor("#store", "Redis ● up");
        BROWSER.waitFor("#banner", "");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = DashboardTest.class.getResourceAsStream("/dashboard/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
