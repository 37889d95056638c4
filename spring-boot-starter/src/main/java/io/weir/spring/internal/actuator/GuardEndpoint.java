package io.weir.spring.internal.actuator;

import io.weir.classify.IpAddress;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.login.AccountSource;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginLock;
import io.weir.guard.pseudonym.GuardEvents;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.limit.Rate;
import io.weir.policy.rule.Subject;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;

/**
 * The {@code guard} endpoint: administrators see and end the locks of an account at {@code guard/locks}, and see, make and end blocks
 * at {@code guard/blocks}.
 */
@Endpoint(id = "guard")
final class GuardEndpoint {

    /** A lock in force. */
    record ShownLock(String step, String rule, long leftSeconds) {

        static ShownLock of(LoginLock lock) {
            return new ShownLock(lock.step().word(), lock.rule(), lock.left().toSeconds());
        }
    }

    /** A block in force. */
    record ShownBlock(
            String subject,
            String since,
            String until,
            String reason,
            String by,
            @Nullable String rule) {

        static ShownBlock of(Block block) {
            return new ShownBlock(
                    block.subject().toString(),
                    block.since().toString(),
                    block.until().toString(),
                    block.reason(),
                    block.by(),
                    block.rule().orElse(null));
        }
    }

    private static final String LOCKS = "locks";
    private static final String BLOCKS = "blocks";
    private static final int UNAVAILABLE = 503;
    private static final int MOST_REASON = 500;

    private final ObjectProvider<LoginGuard> logins;
    private final ObjectProvider<BlockRegistry> blocks;
    private final ObjectProvider<AuditTrail> audit;
    private final ObjectProvider<Pseudonyms> pseudonyms;

    GuardEndpoint(
            ObjectProvider<LoginGuard> logins,
            ObjectProvider<BlockRegistry> blocks,
            ObjectProvider<AuditTrail> audit,
            ObjectProvider<Pseudonyms> pseudonyms) {
        this.logins = logins;
        this.blocks = blocks;
        this.audit = audit;
        this.pseudonyms = pseudonyms;
    }

    /** Shows the blocks in force, or the locks of an account at an address or a known device. */
    @ReadOperation
    public @Nullable WebEndpointResponse<Object> show(
            @Selector String part, @Nullable String account, @Nullable String ip, @Nullable String device) {
        return switch (part) {
            case BLOCKS ->
                answer(() -> Map.of(
                        BLOCKS,
                        registry().inForce().stream().map(ShownBlock::of).toList()));
            case LOCKS ->
                answer(() -> {
                    AccountSource where = where(account, ip, device);
                    List<LoginLock> locks = logins.getObject()
                            .locks(where)
                            .toCompletableFuture()
                            .join();
                    return Map.of(LOCKS, locks.stream().map(ShownLock::of).toList());
                });
            default -> null;
        };
    }

    /** Makes a block. */
    @WriteOperation
    public @Nullable WebEndpointResponse<Object> add(
            @Selector String part,
            @Nullable String subject,
            @Nullable String time,
            @Nullable String reason,
            SecurityContext caller) {
        if (!part.equals(BLOCKS)) {
            return null;
        }
        return answer(() -> {
            String why = reason == null ? "by an administrator" : reason;
            if (why.length() > MOST_REASON) {
                throw new IllegalArgumentException("the reason must have at most " + MOST_REASON + " characters");
            }
            return ShownBlock.of(registry()
                    .add(subject(subject), time(time), why, by(caller))
                    .toCompletableFuture()
                    .join());
        });
    }

    /** Ends a block, or the locks of an account at an address or a known device. */
    @DeleteOperation
    public @Nullable WebEndpointResponse<Object> end(
            @Selector String part,
            @Nullable String subject,
            @Nullable String account,
            @Nullable String ip,
            @Nullable String device,
            SecurityContext caller) {
        return switch (part) {
            case BLOCKS ->
                answer(() -> Map.of(
                        "ended",
                        registry()
                                .remove(subject(subject), by(caller))
                                .toCompletableFuture()
                                .join()));
            case LOCKS ->
                answer(() -> {
                    AccountSource where = where(account, ip, device);
                    LoginGuard guard = logins.getObject();
                    guard.clear(where).toCompletableFuture().join();
                    recordCleared(guard.account(where.account()), by(caller));
                    return Map.of("ended", true);
                });
            default -> null;
        };
    }

    private void recordCleared(String account, String by) {
        AuditTrail trail = audit.getIfAvailable();
        Pseudonyms names = pseudonyms.getIfAvailable();
        if (trail != null && names != null) {
            trail.record(GuardEvents.cleared(account, by, names));
        }
    }

    private static String by(SecurityContext caller) {
        Principal principal = caller.getPrincipal();
        return principal == null ? "actuator" : principal.getName();
    }

    /** Errors are returned as responses, because exceptions could be caught by handlers of the application. */
    private static WebEndpointResponse<Object> answer(Supplier<Object> question) {
        try {
            return new WebEndpointResponse<>(question.get());
        } catch (IllegalArgumentException wrong) {
            return problem(String.valueOf(wrong.getMessage()), WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (CompletionException failure) {
            return problem("the store cannot be reached now; nothing was changed", UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<Object> problem(String why, int status) {
        return new WebEndpointResponse<>(Map.of("error", why), status);
    }

    private BlockRegistry registry() {
        BlockRegistry registry = blocks.getIfAvailable();
        if (registry == null) {
            throw new IllegalArgumentException("this application has no blocks; write rate-limit.guard.blocks: true");
        }
        return registry;
    }

    private static Subject subject(@Nullable String text) {
        try {
            return Subject.parse(text == null ? "" : text);
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "subject must be one such as ip:192.0.2.1, cidr:192.0.2.0/24 or user:42", unreadable);
        }
    }

    private static Duration time(@Nullable String text) {
        try {
            return Rate.parse("1 per " + text).period();
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException("time must be a duration such as 15min, 1h or 7days", unreadable);
        }
    }

    private static AccountSource where(@Nullable String account, @Nullable String ip, @Nullable String device) {
        if (account == null || (ip == null) == (device == null)) {
            throw new IllegalArgumentException(
                    "write account=… and either ip=… or device=…, the source whose failures have locked the account");
        }
        Optional<IpAddress> address = Optional.ofNullable(ip)
                .map(text -> IpAddress.parse(text)
                        .orElseThrow(() -> new IllegalArgumentException("ip must be an address such as 192.0.2.1")));
        return new AccountSource(account, address, Optional.ofNullable(device));
    }
}
