package io.weir.spring.internal.caller;

import io.weir.spring.KnownKey;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The authentication of a request by an API key: named by the key's id, with an authority {@code SCOPE_…} for each scope. */
public final class KeyAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1;

    private final transient KnownKey key;
    private final String id;

    private KeyAuthentication(KnownKey key, List<SimpleGrantedAuthority> authorities) {
        super(authorities);
        this.key = key;
        this.id = key.id();
        setAuthenticated(true);
    }

    public static KeyAuthentication of(KnownKey key) {
        return new KeyAuthentication(
                key,
                key.scopes().stream()
                        .map(scope -> new SimpleGrantedAuthority("SCOPE_" + scope))
                        .toList());
    }

    @Override
    public KnownKey getPrincipal() {
        return key;
    }

    @Override
    public String getName() {
        return id;
    }

    /** Without the secret, which is needed no more. */
    @Override
    public Object getCredentials() {
        return "";
    }
}
