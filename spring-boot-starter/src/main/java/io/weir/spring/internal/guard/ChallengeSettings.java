package io.weir.spring.internal.guard;

import io.weir.guard.challenge.CaptchaProvider;
import io.weir.guard.challenge.ChallengeWithSpare;
import io.weir.guard.challenge.ProofOfWork;
import io.weir.guard.challenge.Siteverify;
import io.weir.guard.challenge.SiteverifyConfig;
import io.weir.policy.challenge.Challenge;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.spring.internal.settings.RateLimitProperties.ChallengeAccount;
import io.weir.spring.internal.settings.RateLimitProperties.ChallengeKind;
import io.weir.spring.internal.settings.RateLimitProperties.Recaptcha;
import io.weir.spring.internal.settings.RateLimitProperties.WithoutProvider;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.net.URI;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns settings into a challenge. */
record ChallengeSettings(RateLimitProperties settings, Store store) {

    Challenge challenge() {
        ChallengeAccount account = settings.guard().challenge();
        Recaptcha recaptcha = settings.recaptcha();
        if (account != null && recaptcha != null) {
            throw new InvalidSettingException(
                    ChallengeAutoConfiguration.RECAPTCHA,
                    "is written beside " + ChallengeAutoConfiguration.CHALLENGE + "; remove one of them");
        }
        if (account == null) {
            return siteverify(Objects.requireNonNull(recaptcha));
        }
        if (account.provider() == ChallengeKind.PROOF_OF_WORK) {
            return proofOfWork();
        }
        Siteverify siteverify = siteverify(account);
        return account.onProviderFailure() == WithoutProvider.PROOF_OF_WORK
                ? new ChallengeWithSpare(siteverify, proofOfWork())
                : siteverify;
    }

    private Siteverify siteverify(Recaptcha recaptcha) {
        String setting = ChallengeAutoConfiguration.RECAPTCHA;
        String siteKey = required(setting + ".site-key", recaptcha.siteKey());
        String secret = required(setting + ".secret-key", recaptcha.secretKey());
        return siteverify(
                setting,
                () -> SiteverifyConfig.of(CaptchaProvider.RECAPTCHA, siteKey, secret)
                        .withThreshold(recaptcha.threshold()));
    }

    private Siteverify siteverify(ChallengeAccount account) {
        String setting = ChallengeAutoConfiguration.CHALLENGE;
        String siteKey = required(setting + ".site-key", account.siteKey());
        String secret = required(setting + ".secret", account.secret());
        URI url = account.url();
        return siteverify(setting, () -> {
            SiteverifyConfig config = SiteverifyConfig.of(
                            CaptchaProvider.valueOf(account.provider().name()), siteKey, secret)
                    .withHostnames(account.hostnames())
                    .withThreshold(account.threshold());
            return url == null ? config : config.withUrl(url);
        });
    }

    private Siteverify siteverify(String setting, Supplier<SiteverifyConfig> config) {
        try {
            return new Siteverify(config.get(), store, Scheduler.system());
        } catch (IllegalArgumentException invalid) {
            throw new InvalidSettingException(setting, String.valueOf(invalid.getMessage()));
        }
    }

    private static String required(String setting, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidSettingException(
                    setting, "is missing; the provider of the CAPTCHA shows it for each site");
        }
        return text;
    }

    private ProofOfWork proofOfWork() {
        return new ProofOfWork(GuardSettings.pepperOrRandom(settings), store, TimeSource.system());
    }
}
