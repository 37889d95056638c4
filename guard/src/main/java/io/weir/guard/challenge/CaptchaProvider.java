package io.weir.guard.challenge;

import java.net.URI;

/** A provider of CAPTCHAs whose answers are verified by a call to its {@code siteverify}. */
public enum CaptchaProvider {

    /** Google's reCAPTCHA v3, which gives a score instead of a puzzle. */
    RECAPTCHA("recaptcha", "https://www.google.com/recaptcha/api/siteverify", 8_192),
    HCAPTCHA("hcaptcha", "https://api.hcaptcha.com/siteverify", 8_192),

    /** Cloudflare's Turnstile. */
    TURNSTILE("turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify", 2_048);

    private final String word;
    private final URI url;
    private final int mostCharacters;

    CaptchaProvider(String word, String url, int mostCharacters) {
        this.word = word;
        this.url = URI.create(url);
        this.mostCharacters = mostCharacters;
    }

    /** Returns the word in settings and JSON, such as {@code turnstile}. */
    public String word() {
        return word;
    }

    URI url() {
        return url;
    }

    /** The length of the longest token that is sent to the provider. */
    int mostCharacters() {
        return mostCharacters;
    }

    boolean tellsScore() {
        return this == RECAPTCHA;
    }

    boolean tellsAction() {
        return this != HCAPTCHA;
    }
}
