package example.shop.security;

import example.shop.session.Sessions;
import example.shop.session.Tokens;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Authenticates requests for pages by the access token in a cookie, which it renews when its 15 minutes are over. */
final class CookieAuthenticationFilter extends OncePerRequestFilter {

    private final JwtDecoder decoder;
    private final TokenAuthentication authentication = new TokenAuthentication();
    private final Sessions sessions;
    private final ShopCookies cookies;

    CookieAuthenticationFilter(JwtDecoder decoder, Sessions sessions, ShopCookies cookies) {
        this.decoder = decoder;
        this.sessions = sessions;
        this.cookies = cookies;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        cookies.access(request)
                .flatMap(this::decode)
                .or(() -> renewed(request, response))
                .ifPresent(this::authenticate);
        chain.doFilter(request, response);
    }

    private Optional<Jwt> decode(String token) {
        try {
            return Optional.of(decoder.decode(token));
        } catch (JwtException notValid) {
            return Optional.empty();
        }
    }

    private Optional<Jwt> renewed(HttpServletRequest request, HttpServletResponse response) {
        Optional<String> refresh = cookies.refresh(request);
        if (refresh.isEmpty()) {
            return Optional.empty();
        }
        Optional<Tokens> tokens =
                sessions.renew(refresh.get(), cookies.device(request).orElse(""));
        if (tokens.isEmpty()) {
            cookies.removeTokens(request, response);
            return Optional.empty();
        }
        cookies.write(tokens.get(), request, response);
        return decode(tokens.get().access());
    }

    private void authenticate(Jwt token) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(authentication.convert(token));
        SecurityContextHolder.setContext(context);
    }
}
