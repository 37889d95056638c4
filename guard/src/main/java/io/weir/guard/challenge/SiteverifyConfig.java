package io.weir.guard.challenge;

import io.weir.classify.IpAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The account at a provider of CAPTCHAs, and what its answers must say. Its text does not show the secret.
 *
 * @param hostnames the hosts on whose pages the challenge may be solved; empty to leave that to the provider
 * @param threshold the lowest score of reCAPTCHA that passes, from 0 to 1
 * @param url the address to ask
 */
public record SiteverifyConfig(
        CaptchaProvider provider, String siteKey, String secret, Set<String> hostnames, double threshold, URI url) {

    private static final double USUAL_THRESHOLD = 0.5;

    public SiteverifyConfig {
        require("site key", siteKey);
        require("secret", secret);
        hostnames =
                hostnames.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new IllegalArgumentException("the threshold is a score from 0 to 1, such as 0.5, not " + threshold);
        }
        requireSafe(url);
    }

    private static void require(String name, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the " + name + " of the CAPTCHA must not be empty");
        }
    }

    /** A secret must not be sent in the clear, except to this machine. */
    private static void requireSafe(URI url) {
        String host = url.getHost();
        boolean isSecure = "https".equals(url.getScheme()) && host != null;
        boolean isHere = "http".equals(url.getScheme()) && host != null && isLoopback(host);
        if ((!isSecure && !isHere) || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "the URL that verifies a CAPTCHA begins with https://, or with http:// for"
                            + " an address of this machine, and has no user in it; this one is " + url.getScheme()
                            + "://" + host);
        }
    }

    private static boolean isLoopback(String host) {
        String literal = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return host.equals("localhost")
                || IpAddress.parse(literal).filter(IpAddress::isLoopback).isPresent();
    }

    /** Returns the usual settings: a score of 0.5, the provider's own URL, hosts as the provider checks them. */
    public static SiteverifyConfig of(CaptchaProvider provider, String siteKey, String secret) {
        return new SiteverifyConfig(provider, siteKey, secret, Set.of(), USUAL_THRESHOLD, provider.url());
    }

    public SiteverifyConfig withHostnames(Set<String> others) {
        return new SiteverifyConfig(provider, siteKey, secret, others, threshold, url);
    }

    public SiteverifyConfig withThreshold(double other) {
        return new SiteverifyConfig(provider, siteKey, secret, hostnames, other, url);
    }

    /** Returns the settings with another URL: https, or http on this machine. */
    public SiteverifyConfig withUrl(URI other) {
        return new SiteverifyConfig(provider, siteKey, secret, hostnames, threshold, other);
    }

    boolean accepts(Optional<String> hostname) {
        return hostnames.isEmpty()
                || hostname.map(name -> name.toLowerCase(Locale.ROOT))
                        .filter(hostnames::contains)
                        .isPresent();
    }

    @Override
    public String toString() {
        return "SiteverifyConfig[" + provider.word() + ", site key " + siteKey + ", " + url.getScheme() + "://"
                + url.getHost() + "]";
    }
}
