package example.shop.security;

import example.shop.session.AccessTokens;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/**
 * The session that a token belongs to.
 *
 * @param name of the person
 */
public record CurrentSession(long account, String id, String device, String name) {

    /** Returns nothing for visitors and API keys. */
    public static Optional<CurrentSession> of(@Nullable Authentication who) {
        return who instanceof JwtAuthenticationToken known
                ? Optional.of(new CurrentSession(
                        Long.parseLong(known.getName()),
                        claim(known.getToken(), AccessTokens.SESSION),
                        claim(known.getToken(), AccessTokens.DEVICE),
                        claim(known.getToken(), AccessTokens.NAME)))
                : Optional.empty();
    }

    private static String claim(Jwt token, String name) {
        return Optional.ofNullable(token.getClaimAsString(name)).orElse("");
    }
}
