package io.weir.testkit.captcha;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The replies of the providers. */
final class CaptchaReply {

    private CaptchaReply() {}

    static String failure(String code) {
        return "{\"success\": false, \"error-codes\": [\"" + code + "\"]}";
    }

    static String success(FakeProvider provider, SolvedCaptcha solved, long issuedMicros) {
        String common = "\"success\": true, \"challenge_ts\": \"" + Instant.EPOCH.plus(issuedMicros, ChronoUnit.MICROS)
                + "\", \"hostname\": \"" + solved.hostname() + "\"";
        return switch (provider) {
            case RECAPTCHA ->
                "{" + common + ", \"score\": " + solved.score() + ", \"action\": \"" + solved.action() + "\"}";
            case HCAPTCHA -> "{" + common + ", \"credit\": false}";
            case TURNSTILE ->
                "{" + common + ", \"error-codes\": [], \"action\": \"" + solved.action()
                        + "\", \"cdata\": null, \"metadata\": {\"interactive\": false}}";
        };
    }
}
