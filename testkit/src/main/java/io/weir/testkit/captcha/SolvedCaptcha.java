package io.weir.testkit.captcha;

/** What a provider knows of a CAPTCHA that somebody has solved. */
public record SolvedCaptcha(String hostname, String action, double score) {

    /** Solved by a person on {@code shop.example.com}. */
    public static SolvedCaptcha of(String action) {
        return new SolvedCaptcha("shop.example.com", action, 0.9);
    }

    public SolvedCaptcha withHostname(String other) {
        return new SolvedCaptcha(other, action, score);
    }

    public SolvedCaptcha withScore(double other) {
        return new SolvedCaptcha(hostname, action, other);
    }
}
