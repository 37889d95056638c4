package example.shop.login;

import example.shop.factor.SecondFactors;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.Devices;
import example.shop.session.Sessions;
import io.weir.spring.login.LoginProtection;
import java.util.List;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;

/**
 * Logs people in. Methods throw an {@code AuthenticationException} of Spring Security if a password or code is wrong. If none may
 * be tried, the starter of Weir, which guards the manager, refuses the whole request.
 */
@Component
public final class Logins {

    private static final String PASSWORD = "PASSWORD";
    private static final String TOTP = "TOTP";

    private final AuthenticationManager passwords;
    private final LoginProtection protection;
    private final SecondFactors factors;
    private final LoginTickets tickets;
    private final Accounts accounts;
    private final Sessions sessions;
    private final Devices devices;

    Logins(
            AuthenticationManager passwords,
            LoginProtection protection,
            SecondFactors factors,
            LoginTickets tickets,
            Accounts accounts,
            Sessions sessions,
            Devices devices) {
        this.passwords = passwords;
        this.protection = protection;
        this.factors = factors;
        this.tickets = tickets;
        this.accounts = accounts;
        this.sessions = sessions;
        this.devices = devices;
    }

    public LoginStep password(String email, String password, Client client) {
        Authentication known =
                passwords.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(email.strip(), password));
        Account account = accounts.byEmail(known.getName()).orElseThrow();
        return factors.has(account.id())
                ? new LoginStep.CodeNeeded(tickets.issue(account.id()))
                : begin(account, List.of(PASSWORD), client);
    }

    /** Gives the code that belongs to a ticket. After a wrong one, the login begins again with the password. */
    public LoginStep.Done code(String ticket, String code, Client client) {
        Account account = tickets.spend(ticket)
                .map(accounts::byId)
                .orElseThrow(() -> new BadCredentialsException("the ticket is not valid any more"));
        if (!protection.secondFactor(account.email(), () -> factors.accept(account.id(), code))) {
            throw new BadCredentialsException("the code is wrong");
        }
        return begin(account, List.of(PASSWORD, TOTP), client);
    }

    /** Logs in somebody who has just signed up. */
    public LoginStep.Done signedUp(Account account, Client client) {
        return begin(account, List.of(PASSWORD), client);
    }

    private LoginStep.Done begin(Account account, List<String> proved, Client client) {
        boolean onNewDevice = devices.loggedIn(account.id(), client.device(), client.name());
        return new LoginStep.Done(sessions.begin(account, proved, client.device()), onNewDevice);
    }
}
