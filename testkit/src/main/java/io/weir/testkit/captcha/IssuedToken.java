package io.weir.testkit.captcha;

import java.time.Duration;

/** A token that can be used once. */
final class IssuedToken {

    private final SolvedCaptcha solved;
    private final long issuedMicros;
    private boolean used;
    private String idempotencyKey = "";

    IssuedToken(SolvedCaptcha solved, long issuedMicros) {
        this.solved = solved;
        this.issuedMicros = issuedMicros;
    }

    String use(FakeProvider provider, long nowMicros, String key) {
        boolean isRetry = provider == FakeProvider.TURNSTILE && !key.isEmpty() && key.equals(idempotencyKey);
        if (used && !isRetry) {
            return CaptchaReply.failure(provider.seen());
        }
        if (Duration.ofNanos((nowMicros - issuedMicros) * 1_000).compareTo(provider.valid()) >= 0) {
            return CaptchaReply.failure(provider.expired());
        }
        used = true;
        idempotencyKey = key;
        return CaptchaReply.success(provider, solved, issuedMicros);
    }
}
