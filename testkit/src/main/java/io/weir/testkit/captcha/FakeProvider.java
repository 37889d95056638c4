package io.weir.testkit.captcha;

import java.time.Duration;

/** A provider of CAPTCHAs whose protocol a {@link FakeSiteverify} speaks. */
public enum FakeProvider {
    RECAPTCHA(Duration.ofMinutes(2), "timeout-or-duplicate", "timeout-or-duplicate"),
    HCAPTCHA(Duration.ofMinutes(2), "expired-input-response", "already-seen-response"),
    TURNSTILE(Duration.ofMinutes(5), "timeout-or-duplicate", "timeout-or-duplicate");

    private final Duration valid;
    private final String expired;
    private final String seen;

    FakeProvider(Duration valid, String expired, String seen) {
        this.valid = valid;
        this.expired = expired;
        this.seen = seen;
    }

    /** Returns for how long a token is valid. */
    public Duration valid() {
        return valid;
    }

    String expired() {
        return expired;
    }

    String seen() {
        return seen;
    }
}
