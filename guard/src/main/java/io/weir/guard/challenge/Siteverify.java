package io.weir.guard.challenge;

import io.weir.guard.challenge.SpentAnswers.Spending;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The CAPTCHA of a {@link CaptchaProvider}, which is asked about each answer.
 *
 * <p>Before the provider is asked, the answer is marked in the store, so that of two requests with the same answer only one is
 * sent, whatever node receives them. At most 10 answers a minute of one address and 600 in all are checked. If the provider does
 * not reply within two seconds, the answer may be sent again; after five failures it is not asked for five seconds.
 */
public final class Siteverify implements Challenge {

    private static final Logger LOG = System.getLogger(Siteverify.class.getName());
    private static final long LOG_EVERY_MICROS = Duration.ofMinutes(1).toNanos() / 1_000;

    private final SiteverifyConfig config;
    private final SpentAnswers spent;
    private final VerifyCall call;
    private final ProviderBreaker breaker;
    private final Scheduler scheduler;
    private final AtomicLong nextLogMicros = new AtomicLong(Long.MIN_VALUE);

    /** @param scheduler keeps the two seconds */
    public Siteverify(SiteverifyConfig config, Store store, Scheduler scheduler) {
        this.config = config;
        this.spent = new SpentAnswers(store);
        this.call = new VerifyCall(config, scheduler);
        this.breaker = new ProviderBreaker(scheduler);
        this.scheduler = scheduler;
    }

    /** Returns whether the provider has failed again and again, and is therefore asked only now and then. */
    public boolean isDown() {
        return breaker.isOpen();
    }

    @Override
    public ChallengeOffer offer(String action) {
        return new ChallengeOffer(config.provider().word(), Optional.of(config.siteKey()), action, Optional.empty());
    }

    @Override
    public CompletionStage<ChallengeOutcome> verify(ChallengeAnswer answer) {
        if (!isToken(answer.token())) {
            return CompletableFuture.completedStage(ChallengeOutcome.INVALID);
        }
        return spent.spendCall(answer.token(), answer.address())
                .thenCompose(spending -> spending.refusal()
                        .map(CompletableFuture::completedStage)
                        .orElseGet(() -> ask(answer, spending)))
                .exceptionally(this::storeFailed);
    }

    private boolean isToken(String text) {
        return !text.isEmpty()
                && text.length() <= config.provider().mostCharacters()
                && text.chars().allMatch(each -> each > ' ' && each < 127);
    }

    private CompletionStage<ChallengeOutcome> ask(ChallengeAnswer answer, Spending spending) {
        if (!breaker.mayAsk()) {
            return spent.giveBack(spending).thenApply(done -> ChallengeOutcome.PROVIDER_DOWN);
        }
        return call.ask(answer.token(), answer.address())
                .handle((reply, failure) -> failure == null ? judge(answer, reply) : down(failure))
                .thenCompose(outcome -> outcome == ChallengeOutcome.PROVIDER_DOWN
                        ? spent.giveBack(spending).thenApply(done -> outcome)
                        : CompletableFuture.completedStage(outcome));
    }

    private ChallengeOutcome judge(ChallengeAnswer answer, ProviderReply reply) {
        ChallengeOutcome outcome = reply.judge(config, answer.actions());
        if (outcome != ChallengeOutcome.PROVIDER_DOWN) {
            breaker.answered();
            return outcome;
        }
        breaker.failed();
        if (reply.errorCodes().stream().anyMatch(ErrorCode::isOurMistake)) {
            log(Level.ERROR, "refuses our settings, so no challenge can be passed; it says " + reply.errorCodes());
        } else {
            log(Level.WARNING, "says " + reply.errorCodes());
        }
        return outcome;
    }

    private ChallengeOutcome down(Throwable failure) {
        breaker.failed();
        log(Level.WARNING, "cannot be asked: " + VerifyCall.cause(failure));
        return ChallengeOutcome.PROVIDER_DOWN;
    }

    private ChallengeOutcome storeFailed(Throwable failure) {
        log(Level.WARNING, "is not asked, since the store fails: " + VerifyCall.cause(failure));
        return ChallengeOutcome.PROVIDER_DOWN;
    }

    /** Logs once a minute at most. */
    private void log(Level level, String what) {
        long nowMicros = scheduler.elapsedMicros();
        long next = nextLogMicros.get();
        if (nowMicros >= next && nextLogMicros.compareAndSet(next, nowMicros + LOG_EVERY_MICROS)) {
            LOG.log(level, "The provider of CAPTCHAs, " + config + ", " + what);
        }
    }
}
