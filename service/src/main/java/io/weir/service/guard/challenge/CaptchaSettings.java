package io.weir.service.guard.challenge;

import io.weir.guard.challenge.SiteverifyConfig;
import java.util.Optional;

/**
 * The challenge of a service.
 *
 * @param provider the provider of CAPTCHAs; empty for a proof of work
 * @param onFailure what becomes of requests that need a challenge while the provider fails
 */
public record CaptchaSettings(Optional<SiteverifyConfig> provider, OnProviderFailure onFailure) {

    /** A challenge without a provider. */
    public static final CaptchaSettings PROOF_OF_WORK =
            new CaptchaSettings(Optional.empty(), OnProviderFailure.PROOF_OF_WORK);

    /** A CAPTCHA of a provider; requests that need one are denied while it fails. */
    public static CaptchaSettings of(SiteverifyConfig provider) {
        return new CaptchaSettings(Optional.of(provider), OnProviderFailure.DENY);
    }

    public CaptchaSettings with(OnProviderFailure other) {
        return new CaptchaSettings(provider, other);
    }

    /** Whether puzzles may be handed out, which are signed with the pepper. */
    public boolean needsPepper() {
        return onFailure == OnProviderFailure.PROOF_OF_WORK;
    }

    /** What becomes of requests that need a challenge while the provider fails. None is ever allowed because of that. */
    public enum OnProviderFailure {
        DENY,

        /** They are offered a proof of work after the provider has failed again and again. */
        PROOF_OF_WORK
    }
}
