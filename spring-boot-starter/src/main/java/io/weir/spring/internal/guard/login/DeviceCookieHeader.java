package io.weir.spring.internal.guard.login;

import io.weir.guard.login.KnownDevice;
import io.weir.guard.login.LoginStep;
import io.weir.http.HttpRequest;
import io.weir.spring.internal.settings.RateLimitProperties.DeviceCookie;
import java.util.Optional;
import org.springframework.http.ResponseCookie;

/** Reads and writes the cookie of known devices. */
record DeviceCookieHeader(DeviceCookie settings) {

    static final String SET = "Set-Cookie";

    /** Returns the value that the client sent; the first one, if it sent several. */
    Optional<String> read(HttpRequest http) {
        String start = settings.name() + "=";
        for (String line : http.header("Cookie")) {
            for (String pair : line.split(";", -1)) {
                String trimmed = pair.trim();
                if (trimmed.startsWith(start)) {
                    return Optional.of(trimmed.substring(start.length()));
                }
            }
        }
        return Optional.empty();
    }

    String write(KnownDevice device) {
        return ResponseCookie.from(settings.name(), device.cookie())
                .path("/")
                .maxAge(device.age())
                .httpOnly(true)
                .secure(settings.secure())
                .sameSite("Lax")
                .build()
                .toString();
    }

    /** Returns whether a login is complete after this step, so that the device is known. */
    boolean isSetAfter(LoginStep step) {
        return step.name().equals(settings.after().name()) || step == LoginStep.SECOND_FACTOR;
    }
}
