package io.weir.guard.login;

import java.time.Duration;

/**
 * A device on which somebody has logged in to an account, and the cookie that proves it for this account only. Failures of
 * others do not count against it.
 *
 * @param id random, in hexadecimal digits
 * @param cookie the value of the cookie
 * @param age for how long the cookie is valid
 */
public record KnownDevice(String id, String cookie, Duration age) {

    /** The usual name of the cookie. */
    public static final String COOKIE = "weir_device";

    /** Returns the value of a {@code Set-Cookie} header, out of reach of scripts and of unencrypted connections. */
    public String setCookie() {
        return COOKIE + "=" + cookie + "; Max-Age=" + age.toSeconds() + "; Path=/; HttpOnly; Secure; SameSite=Lax";
    }

    /** Does not show the cookie, which is a credential. */
    @Override
    public String toString() {
        return "KnownDevice[" + id + "]";
    }
}
