package example.shop.security;

import example.shop.session.AccessTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** What an access token proves: a role, and each factor that was shown. */
final class TokenAuthentication implements Converter<Jwt, AbstractAuthenticationToken> {

    /** The authority of a code from an app. */
    static final String TOTP = "FACTOR_TOTP";

    @Override
    public AbstractAuthenticationToken convert(Jwt token) {
        List<GrantedAuthority> authorities = new ArrayList<>();
        authorities.add(new SimpleGrantedAuthority("ROLE_" + token.getClaimAsString(AccessTokens.ROLE)));
        Optional.ofNullable(token.getClaimAsStringList(AccessTokens.FACTORS))
                .orElse(List.of())
                .forEach(factor -> authorities.add(FactorGrantedAuthority.fromFactor(factor)));
        return new JwtAuthenticationToken(token, authorities);
    }
}
