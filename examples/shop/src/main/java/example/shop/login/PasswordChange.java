package example.shop.login;

import example.shop.Rejection;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.Devices;
import example.shop.session.ActiveSessions;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Changes a password, and ends all sessions, because somebody else may know the old one. */
@Component
public class PasswordChange {

    private final AuthenticationManager passwords;
    private final Accounts accounts;
    private final ActiveSessions sessions;
    private final Devices devices;

    PasswordChange(AuthenticationManager passwords, Accounts accounts, ActiveSessions sessions, Devices devices) {
        this.passwords = passwords;
        this.accounts = accounts;
        this.sessions = sessions;
        this.devices = devices;
    }

    /** The present password is tried like one of a login, so that a stolen session is no way to guess it. */
    @Transactional
    public void change(Account account, String present, String chosen) {
        try {
            passwords.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(account.email(), present));
        } catch (AuthenticationException wrong) {
            throw Rejection.invalid("The present password is not right.");
        }
        accounts.setPassword(account, chosen);
        sessions.endAll(account.id());
        devices.forgetAll(account.id());
    }
}
