package io.weir.testkit.login;

import java.util.Optional;

/**
 * An attempt to log in.
 *
 * @param device the value of the cookie of a known device
 * @param token the answer to a challenge
 * @param agent the User-Agent
 */
public record LoginTry(
        String account,
        String password,
        String address,
        Optional<String> device,
        Optional<String> token,
        String agent) {

    /** The right password of every account. */
    public static final String RIGHT = "correct horse";

    static LoginTry of(String account, String password, String address) {
        return new LoginTry(account, password, address, Optional.empty(), Optional.empty(), "Mozilla/5.0");
    }

    LoginTry withDevice(String cookie) {
        return new LoginTry(account, password, address, Optional.of(cookie), token, agent);
    }

    LoginTry withToken(String answer) {
        return new LoginTry(account, password, address, device, Optional.of(answer), agent);
    }

    LoginTry withAgent(String other) {
        return new LoginTry(account, password, address, device, token, other);
    }
}
