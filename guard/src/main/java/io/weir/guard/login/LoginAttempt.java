package io.weir.guard.login;

import io.weir.classify.IpAddress;
import java.util.Map;
import java.util.Optional;

/**
 * What is known before a password is tried. Its text shows neither the account nor the password.
 *
 * @param account the name as it was typed; upper and lower case and the forms of Unicode make no difference
 * @param address of the client; empty if it is unknown
 * @param device the {@linkplain KnownDevice cookie} of the client, if it sent one
 * @param password the password, or a text that is the same whenever the password is; rules see only a hash of it under a
 *     key of the day
 * @param headers by their names in lower case, for rules that read them
 */
public record LoginAttempt(
        LoginStep step,
        String account,
        Optional<IpAddress> address,
        Optional<String> device,
        Optional<String> password,
        Map<String, String> headers,
        boolean challengePassed) {

    public LoginAttempt {
        headers = Map.copyOf(headers);
    }

    /** Returns an attempt with a password, of a client that sent no cookie. */
    public static LoginAttempt of(String account, IpAddress address) {
        return of(account, Optional.of(address));
    }

    public static LoginAttempt of(String account, Optional<IpAddress> address) {
        return new LoginAttempt(
                LoginStep.PASSWORD, account, address, Optional.empty(), Optional.empty(), Map.of(), false);
    }

    public LoginAttempt withStep(LoginStep other) {
        return new LoginAttempt(other, account, address, device, password, headers, challengePassed);
    }

    public LoginAttempt withDevice(String cookie) {
        return new LoginAttempt(step, account, address, Optional.of(cookie), password, headers, challengePassed);
    }

    public LoginAttempt withPassword(String text) {
        return new LoginAttempt(step, account, address, device, Optional.of(text), headers, challengePassed);
    }

    public LoginAttempt withHeaders(Map<String, String> others) {
        return new LoginAttempt(step, account, address, device, password, others, challengePassed);
    }

    /** Returns an attempt whose sender has passed a challenge. One that was passed is good for one attempt. */
    public LoginAttempt withChallengePassed() {
        return new LoginAttempt(step, account, address, device, password, headers, true);
    }

    @Override
    public String toString() {
        return "LoginAttempt[" + step.word() + "]";
    }
}
