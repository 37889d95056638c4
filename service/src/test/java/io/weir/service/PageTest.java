package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.access.Access;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page for a single check, in a real browser; skipped if none is installed. */
final class PageTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void open() {
        BROWSER.resize(1280, 800);
        BROWSER.open("http://127.0.0.1:" + SERVICE.port() + "/check.html");
    }

    @AfterEach
    void theConsoleIsSilent() {
        assertThat(BROWSER.console()).isEmpty();
    }

    private static void check(String key) {
        BROWSER.fill("[name=key]", key);
        BROWSER.find("button").click();
    }

    @Test
    void checksAreAllowedUntilTheyAreDenied() {
        BROWSER.choose("[name=algorithm]", "SLIDING_WINDOW");
        check("pressed");
        assertThat(BROWSER.waitFor("#answer.allowed", "200: allowed.*")).isEqualTo("200: allowed, 70 left.");
        check("pressed");
        BROWSER.waitFor("#answer.allowed", "200: allowed, 40 left\\.");
        check("pressed");
        BROWSER.waitFor("#answer.allowed", "200: allowed, 10 left\\.");
        check("pressed");
        BROWSER.waitFor("#answer.denied", "429: denied, 10 left, retry after [0-9]+ s\\.");
    }

    @Test
    void aBadKeyIsReportedWithItsField() {
        check(" ");
        BROWSER.waitFor("#answer.denied", "400: key must not be blank");
    }

    @Test
    void aKeyThatIsTooLongForTheServerIsReportedToo() {
        check("ä".repeat(1_000));
        // The connection may be reset before the browser has read the answer.
        BROWSER.waitFor("#answer.denied", "414: Request-URI Too Long|The service did not answer: Failed to fetch");
    }

    @Test
    void theCommandForTheTerminalSendsTheSameRequest() {
        BROWSER.fill("[name=key]", "it's");
        assertThat(BROWSER.find("#curl").getText())
                .isEqualTo("curl -i 'http://127.0.0.1:" + SERVICE.port()
                        + "/api/v1/rate-limit/check?key=it%27s&algorithm=TOKEN_BUCKET&permits=30'");
    }

    @Test
    void nothingIsWiderThanAPhone() {
        BROWSER.resize(375, 667);
        check("k".repeat(1_000));
        BROWSER.waitFor("#answer.allowed", "200: .*");
        assertThat(BROWSER.number("return document.documentElement.scrollWidth"))
                .isEqualTo(375);
    }
}
