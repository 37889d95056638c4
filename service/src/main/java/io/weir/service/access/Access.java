package io.weir.service.access;

import io.weir.guard.key.Scopes;
import io.weir.service.http.Forbidden;
import io.weir.service.http.Incoming;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tokens for checks, for administration and for viewing, compared in constant time.
 *
 * @param viewToken lets its owner see what administrators see, and change nothing
 */
public record Access(String adminToken, Optional<String> checkToken, Optional<String> viewToken) {

    private static final String BEARER = "Bearer ";

    /** Rejects blank tokens: a header without any token would match them. */
    public Access {
        requireVisible("admin", adminToken);
        checkToken.ifPresent(token -> requireVisible("check", token));
        viewToken.ifPresent(token -> requireVisible("view", token));
        if (viewToken.filter(adminToken::equals).isPresent()) {
            throw new IllegalArgumentException("The view token is the admin token, so it would change everything");
        }
    }

    /** Access without a view token. */
    public Access(String adminToken, Optional<String> checkToken) {
        this(adminToken, checkToken, Optional.empty());
    }

    private static void requireVisible(String whose, String token) {
        if (token.isBlank()) {
            throw new IllegalArgumentException("The " + whose + " token is blank, which would let everybody in");
        }
    }

    /** Whether the Authorization header allows checks. Without a check token, every caller is allowed. */
    public boolean mayCheck(@Nullable String authorization) {
        return checkToken.isEmpty() || matches(checkToken.get(), authorization) || mayAdminister(authorization);
    }

    public boolean mayAdminister(@Nullable String authorization) {
        return matches(adminToken, authorization);
    }

    /** Whether the request has the check token, or an API key that may check; throws for a valid key without the scope. */
    public boolean allowsCheck(Incoming head) {
        return mayCheck(head.authorization()) || hasScope(head, Scopes.CHECK);
    }

    /** Whether the request may see what administrators see: with the admin or view token or an API key; throws as {@link #allowsCheck}. */
    public boolean allowsReading(Incoming head) {
        return mayAdminister(head.authorization()) || mayView(head.authorization()) || hasScope(head, Scopes.READ);
    }

    /** Whether the request may be told what the policy would decide: with any token or API key that may check or read. */
    public boolean allowsExplaining(Incoming head) {
        return mayView(head.authorization()) || head.hasScope(Scopes.READ) || allowsCheck(head);
    }

    /** Whether the request has the admin token, or the API key of an administrator; throws as {@link #allowsCheck}. */
    public boolean allowsChange(Incoming head) {
        if (mayView(head.authorization())) {
            throw new Forbidden("the view token sees everything and changes nothing; this call needs the admin token");
        }
        return isAdministrator(head) || hasScope(head, Scopes.ADMIN);
    }

    /** Whether the request has the admin token, or the API key of an administrator. */
    public boolean isAdministrator(Incoming head) {
        return mayAdminister(head.authorization()) || head.hasScope(Scopes.ADMIN);
    }

    /** Whether the Authorization header has the view token. */
    public boolean mayView(@Nullable String authorization) {
        return viewToken.isPresent() && matches(viewToken.get(), authorization);
    }

    private static boolean hasScope(Incoming head, String scope) {
        if (head.hasScope(scope)) {
            return true;
        }
        if (head.key() != null && head.key().isValid()) {
            throw Forbidden.withoutScope(scope);
        }
        return false;
    }

    private static boolean matches(String token, @Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return false;
        }
        byte[] given = authorization.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), given);
    }

    /** Leaves out the tokens. */
    @Override
    public String toString() {
        return checkToken.isPresent() ? "checks need a token" : "checks are open";
    }
}
