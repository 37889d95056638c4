package example.shop.login;

import example.shop.identity.Accounts;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/** Shows accounts to Spring Security, which tries passwords. For an unknown name it tries one as well, so that both take as long. */
@Component
final class ShopUsers implements UserDetailsService {

    private final Accounts accounts;

    ShopUsers(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public UserDetails loadUserByUsername(String email) {
        return accounts.byEmail(email)
                .map(account -> User.withUsername(account.email())
                        .password(account.password())
                        .roles(account.role().name())
                        .build())
                .orElseThrow(() -> new UsernameNotFoundException("unknown"));
    }
}
