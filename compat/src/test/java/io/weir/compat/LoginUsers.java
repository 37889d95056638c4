package io.weir.compat;

import io.weir.testkit.login.LoginTry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/** The users of the applications whose logins are attacked. Each look-up means that a password is tested. */
final class LoginUsers {

    private final Map<String, AtomicInteger> lookups = new ConcurrentHashMap<>();

    UserDetails find(String name) {
        String account = name.strip().toLowerCase(Locale.ROOT);
        lookups.computeIfAbsent(account, each -> new AtomicInteger()).incrementAndGet();
        if (account.startsWith("broken")) {
            throw new InternalAuthenticationServiceException("the directory of users is away");
        }
        if (account.startsWith("nobody")) {
            throw new UsernameNotFoundException("nobody has this name");
        }
        return User.withUsername(account)
                .password("{noop}" + LoginTry.RIGHT)
                .disabled(account.startsWith("disabled"))
                .build();
    }

    int tested(String account) {
        return lookups.getOrDefault(account, new AtomicInteger()).get();
    }
}
