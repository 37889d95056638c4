package example.shop.session;

import example.shop.identity.Account;
import example.shop.identity.Accounts;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.audit.AuditTrail;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/*
 * A refresh token is good for one use, which gives the next one. If a thief and the owner both have it, the second use of the
 * same token gives them away, whoever is first: the whole session ends, and its owner logs in again.
 *
 * Two tabs of one browser may use the same token at the same time. So a token that was spent at most ten seconds ago, from
 * the same device, gives one sibling, once.
 */
/** Begins and renews sessions. */
@Component
public class Sessions {

    private static final Duration TABS = Duration.ofSeconds(10);

    private final RefreshTokens tokens;
    private final ActiveSessions active;
    private final AccessTokens accessTokens;
    private final Accounts accounts;
    private final AuditTrail audit;
    private final Clock clock;

    Sessions(
            RefreshTokens tokens,
            ActiveSessions active,
            AccessTokens accessTokens,
            Accounts accounts,
            AuditTrail audit,
            Clock clock) {
        this.tokens = tokens;
        this.active = active;
        this.accessTokens = accessTokens;
        this.accounts = accounts;
        this.audit = audit;
        this.clock = clock;
    }

    /** Begins a session of somebody who has proved who they are. */
    @Transactional
    public Tokens begin(Account account, List<String> factors, String device) {
        return tokens(account, active.begin(account.id(), factors, device));
    }

    /** Spends a refresh token; empty if it is not valid, and then the client has to log in. */
    @Transactional
    public Optional<Tokens> renew(String refresh, String device) {
        Optional<Session> session = tokens.find(refresh).flatMap(token -> active.lock(token.session()));
        // Read again, since another request may have spent it before the lock was ours.
        Optional<RefreshToken> token = tokens.find(refresh).filter(found -> !found.isOverAt(clock.instant()));
        if (session.isEmpty() || token.isEmpty()) {
            return Optional.empty();
        }
        if (!token.get().isSpent()) {
            tokens.spend(token.get());
        } else if (isOtherTab(token.get(), session.get(), device)) {
            tokens.giveSibling(token.get());
        } else {
            end(session.get());
            return Optional.empty();
        }
        active.renewed(session.get());
        return Optional.of(tokens(accounts.byId(session.get().account()), session.get()));
    }

    private boolean isOtherTab(RefreshToken token, Session session, String device) {
        Instant until = token.spent().orElseThrow().plus(TABS);
        return !token.hasSibling()
                && clock.instant().isBefore(until)
                && session.device().equals(device);
    }

    private void end(Session session) {
        active.end(session.account(), session.id());
        audit.record(AuditEvent.of(clock.instant(), AuditKind.CREDENTIAL_FORGED, "user:" + session.account(), "session")
                .withOutcome(AuditOutcome.DENIED)
                .withDetail("code", "refresh-token-reused"));
    }

    private Tokens tokens(Account account, Session session) {
        return new Tokens(accessTokens.issue(account, session), tokens.issue(session.id()));
    }
}
