package io.weir.service.credentials;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.classify.IpAddress;
import io.weir.guard.jwt.JwtVerification;
import io.weir.guard.jwt.JwtVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the tokens of described requests. A token that was verified within the last minute is known at once; others are verified
 * on threads of their own, because a signature takes a while, and reading the issuer's keys takes longer. When too many wait, a
 * token is {@link Standing#UNAVAILABLE}. Thread-safe.
 */
final class TokenVerifier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TokenVerifier.class);
    private static final int MOST_WAITING = 1_000;
    private static final int LONGEST_WAIT_SECONDS = 5;

    private final JwtVerifier verifier;
    private final BadTokens bad;
    private final ThreadPoolExecutor threads;

    TokenVerifier(JwtVerifier verifier, BadTokens bad) {
        this.verifier = verifier;
        this.bad = bad;
        int size = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                new DefaultThreadFactory("weir-tokens", true));
        threads.execute(this::prepare);
    }

    private void prepare() {
        verifier.prepare()
                .ifPresent(problem -> LOG.warn(
                        "The keys of the tokens' issuer (--jwt-jwks) cannot be read, so no token can be verified until they"
                                + " can: {}",
                        problem));
    }

    CompletableFuture<CheckedToken> verify(String token, Optional<IpAddress> from) {
        Optional<JwtVerification> known = verifier.known(token);
        if (known.isPresent()) {
            return CompletableFuture.completedFuture(counted(known.get(), from));
        }
        if (bad.areTooMany(from)) {
            return CompletableFuture.completedFuture(CheckedToken.NOT_VERIFIED);
        }
        try {
            return CompletableFuture.supplyAsync(() -> verifyNow(token, from), threads)
                    .completeOnTimeout(CheckedToken.UNAVAILABLE, LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException tooManyWait) {
            return CompletableFuture.completedFuture(CheckedToken.UNAVAILABLE);
        }
    }

    /** Asks once more whether there are too many: others of the same address may have been verified while this one waited. */
    private CheckedToken verifyNow(String token, Optional<IpAddress> from) {
        return bad.areTooMany(from) ? CheckedToken.NOT_VERIFIED : counted(verifier.verify(token), from);
    }

    private CheckedToken counted(JwtVerification found, Optional<IpAddress> from) {
        CheckedToken check = CheckedToken.of(found);
        if (check.credential().standing() == Standing.FORGED) {
            bad.add(from);
        }
        return check;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            verifier.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
