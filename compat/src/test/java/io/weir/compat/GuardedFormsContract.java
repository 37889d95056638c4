package io.weir.compat;

import static io.weir.compat.LoginContract.FOR;
import static io.weir.compat.LoginContract.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.testkit.login.LoginAttackContract;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What requests may look like, fields that must stay empty, and challenges whose answer is a field of a form. */
abstract class GuardedFormsContract extends LoginAttackContract {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String BROWSER = "Mozilla/5.0";

    abstract RunningApp app();

    private HttpResponse<String> signUp(String way, String form, String address) {
        return app().sendBody(
                "POST", "/open/accounts/" + way, form, "Content-Type", FORM, FOR, address, "User-Agent", BROWSER);
    }

    private static String token(String action) {
        return LoginShops.PROVIDER.solve(SolvedCaptcha.of(action));
    }

    @Test
    void anEmptyHoneypotIsNoObstacleAndTheApplicationReadsTheWholeForm() {
        String form = "name=J%C3%BCrgen+M&website=&x=%26";
        assertThat(signUp("form", form, freshAddress()).body()).isEqualTo("made Jürgen M");
        assertThat(signUp("raw", form, freshAddress()).body()).isEqualTo("read " + form);
    }

    @Test
    void aFormWithAFilledHoneypotIsRefusedAndItsSenderIsABot() {
        String address = freshAddress();
        for (int i = 0; i < 2; i++) {
            assertThat(app().get("/open/bots", FOR, address, "User-Agent", BROWSER).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = signUp("form", "name=bot&website=http%3A%2F%2Fspam", address);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("\"reason\":\"honeypot\"");
        app().get("/open/bots", FOR, address, "User-Agent", BROWSER);
        assertThat(app().get("/open/bots", FOR, address, "User-Agent", BROWSER).statusCode()).isEqualTo(429);
    }

    @Test
    void aFormThatIsTooLargeToBeSearchedIsRefused() throws IOException {
        String tooLong = "name=" + "x".repeat(70_000);
        assertThat(signUp("form", tooLong, freshAddress()).statusCode()).isEqualTo(413);
        assertThat(chunked("/open/accounts/form", FORM, tooLong)).startsWith("HTTP/1.1 413");
    }

    @Test
    void theAnswerToAChallengeMayBeAFieldOfAForm() {
        for (String field : new String[] {"weir-challenge", "cf-turnstile-response"}) {
            String address = freshAddress();
            for (int i = 0; i < 2; i++) {
                assertThat(signUp("form", "name=ann&website=", address).statusCode()).isEqualTo(200);
            }
            assertThat(signUp("form", "name=ann&website=", address).statusCode()).isEqualTo(403);
            assertThat(signUp("form", "name=ann&" + field + "=forged", address).statusCode()).isEqualTo(403);
            String form = "name=ann&website=&" + field + "=" + encoded(token("sign_up"));
            assertThat(signUp("form", form, address).body()).isEqualTo("made ann");
            String again = "name=ann&website=&" + field + "=" + encoded(token("sign_up"));
            assertThat(signUp("raw", again, address).body()).isEqualTo("read " + again);
            assertThat(signUp("raw", again, address).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void requestsForAPathHaveMethodsTypesAndSizes() {
        assertThat(limited("POST", "text/plain", "1234567890").body()).isEqualTo("read 1234567890");
        assertThat(limited("PUT", "text/plain", "1").statusCode()).isEqualTo(405);
        assertThat(limited("POST", "application/json", "1").statusCode()).isEqualTo(415);
        assertThat(limited("POST", "text/plain", "12345678901").statusCode()).isEqualTo(413);
        assertThat(app().sendBody("POST", "/open/limited/raw?q=123456789", "1", "Content-Type", "text/plain").statusCode())
                .isEqualTo(414);
    }

    private HttpResponse<String> limited(String method, String type, String body) {
        return app().sendBody(method, "/open/limited/raw", body, "Content-Type", type, FOR, freshAddress());
    }

    @Test
    void aBodyWithoutALengthIsCountedWhileItIsRead() throws IOException {
        assertThat(chunked("/open/limited/raw", "text/plain", "1234567890"))
                .startsWith("HTTP/1.1 200")
                .contains("read 1234567890");
        assertThat(chunked("/open/limited/raw", "text/plain", "12345678901"))
                .startsWith("HTTP/1.1 413")
                .contains("\"reason\":\"body-too-large\"");
        assertThat(chunked("/open/limited/form", FORM, "name=ann")).startsWith("HTTP/1.1 200").contains("made ann");
        assertThat(chunked("/open/limited/form", FORM, "name=annabel")).startsWith("HTTP/1.1 413");
    }

    /** Sends a body in pieces of seven bytes. */
    private String chunked(String path, String type, String body) throws IOException {
        StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n" + FOR + ": " + freshAddress() + "\r\n\r\n");
        for (int from = 0; from < body.length(); from += 7) {
            String piece = body.substring(from, Math.min(body.length(), from + 7));
            request.append(Integer.toHexString(piece.length())).append("\r\n").append(piece).append("\r\n");
        }
        return app().raw().exchange(request.append("0\r\n\r\n").toString());
    }
}
