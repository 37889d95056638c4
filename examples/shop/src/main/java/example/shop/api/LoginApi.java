package example.shop.api;

import example.shop.ShopSettings;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.NewAccount;
import example.shop.login.LoginStep;
import example.shop.login.Logins;
import example.shop.security.Clients;
import example.shop.security.CurrentSession;
import example.shop.security.ShopCookies;
import example.shop.session.ActiveSessions;
import example.shop.session.Sessions;
import example.shop.session.SigningKey;
import example.shop.session.Tokens;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Signing up, logging in and staying logged in. Access tokens are in answers, refresh tokens in a cookie. */
@RestController
final class LoginApi {

    record Password(String email, String password) {

        @Override
        public String toString() {
            return "Password";
        }
    }

    record Code(String ticket, String code) {

        @Override
        public String toString() {
            return "Code";
        }
    }

    private final Logins logins;
    private final Accounts accounts;
    private final Sessions sessions;
    private final ActiveSessions active;
    private final SigningKey signingKey;
    private final ShopSettings settings;
    private final Clients clients;
    private final ShopCookies cookies;

    LoginApi(
            Logins logins,
            Accounts accounts,
            Sessions sessions,
            ActiveSessions active,
            SigningKey signingKey,
            ShopSettings settings,
            Clients clients,
            ShopCookies cookies) {
        this.logins = logins;
        this.accounts = accounts;
        this.sessions = sessions;
        this.active = active;
        this.signingKey = signingKey;
        this.settings = settings;
        this.clients = clients;
        this.cookies = cookies;
    }

    @PostMapping("/api/v1/accounts")
    @ResponseStatus(HttpStatus.CREATED)
    Map<String, Object> signUp(
            @RequestBody NewAccount draft, HttpServletRequest request, HttpServletResponse response) {
        Account made = accounts.signUp(draft);
        return given(logins.signedUp(made, clients.of(request, response)).tokens(), request, response);
    }

    @PostMapping("/api/v1/login")
    Map<String, Object> login(@RequestBody Password typed, HttpServletRequest request, HttpServletResponse response) {
        LoginStep step = logins.password(typed.email(), typed.password(), clients.of(request, response));
        return step instanceof LoginStep.Done done
                ? given(done.tokens(), request, response)
                : Map.of("ticket", ((LoginStep.CodeNeeded) step).ticket(), "next", "/api/v1/login/second-factor");
    }

    @PostMapping("/api/v1/login/second-factor")
    Map<String, Object> secondFactor(
            @RequestBody Code typed, HttpServletRequest request, HttpServletResponse response) {
        return given(
                logins.code(typed.ticket(), typed.code(), clients.of(request, response))
                        .tokens(),
                request,
                response);
    }

    /** Spends the refresh token in the cookie. */
    @PostMapping("/api/v1/token/refresh")
    Map<String, Object> refresh(HttpServletRequest request, HttpServletResponse response) {
        Tokens tokens = cookies.refresh(request)
                .flatMap(token -> sessions.renew(token, cookies.device(request).orElse("")))
                .orElseThrow(() -> new BadCredentialsException("the refresh token is not valid"));
        return given(tokens, request, response);
    }

    @PostMapping("/api/v1/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(@Nullable Authentication who, HttpServletRequest request, HttpServletResponse response) {
        CurrentSession.of(who).ifPresent(session -> active.end(session.account(), session.id()));
        cookies.removeTokens(request, response);
    }

    @GetMapping("/.well-known/jwks.json")
    Map<String, Object> keys() {
        return signingKey.published().toJSONObject();
    }

    private Map<String, Object> given(Tokens tokens, HttpServletRequest request, HttpServletResponse response) {
        cookies.write(tokens, request, response);
        return Map.of(
                "accessToken",
                tokens.access(),
                "tokenType",
                "Bearer",
                "expiresInSeconds",
                settings.accessToken().toSeconds());
    }
}
