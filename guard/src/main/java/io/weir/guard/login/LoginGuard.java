package io.weir.guard.login;

import io.weir.guard.login.LoginEvent.Kind;
import io.weir.guard.secret.Pepper;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.SealedReceipts;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Store;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/*
 * Every limit is a rule of the policy that matches the fact "login", so it is shadowed, overridden and explained like any
 * other. The guard describes the attempt to these rules, and reports its outcome as the status of a response: 401 for a
 * failure, which count-on counts.
 *
 *     before   charges all rules, or denies; an attempt under way counts as failed until its outcome is known
 *     failure  stays charged, and the last one that fits begins the lock
 *     success  gives back its own charges, and forgets the failures of this account from this source. What is counted by
 *              address, by account alone or for everybody stays, so logging in to an account of one's own resets nothing
 */
/**
 * Decides who may try a password, by the rules of a policy that are for logins. Other rules are not asked: the request that
 * brings the login has met them already. Thread-safe.
 */
public final class LoginGuard {

    private static final String ACCOUNT_DAY = "login-account-day";

    private final Gate gate;
    private final LoginConfig config;
    private final LoginNames names;
    private final DeviceCookies cookies;
    private final SealedReceipts receipts;
    private final AddressLogins addresses;
    private volatile LoginRules rules;

    private LoginGuard(Gate gate, Store store, LoginConfig config) {
        Pepper pepper = config.pepper();
        int oldest = pepper.versions().first();
        this.gate = gate;
        this.config = config;
        this.names = new LoginNames(pepper);
        this.cookies = new DeviceCookies(pepper.derive(oldest, "known devices"), config.deviceAge());
        byte[] key = pepper.derive(oldest, "attempts to log in").of("key");
        this.receipts = new SealedReceipts(store, key, config.time());
        this.addresses = AddressLogins.of(store);
        this.rules = LoginRules.of(gate.policy());
    }

    /**
     * Creates a guard that asks a gate.
     *
     * @param store of the gate
     */
    public static LoginGuard create(Gate gate, Store store, LoginConfig config) {
        return new LoginGuard(gate, store, config);
    }

    /** Returns whether a policy has rules for logins. A guard with any other policy allows every attempt, and counts nothing. */
    public static boolean appliesTo(Policy policy) {
        return policy.mode() != Mode.OFF && policy.rules().stream().anyMatch(LoginRules::isForLogins);
    }

    /** Decides an attempt. The outcome of one that is allowed has to be reported; without a report it counts as failed. */
    public CompletionStage<LoginDecision> before(LoginAttempt attempt) {
        LoginRules now = rules();
        AttemptFacts facts = facts(attempt);
        return gate.check(now.all(), request(attempt, facts, now)).thenApply(verdict -> {
            LoginDecision decision = new LoginDecision(verdict, facts);
            tell(decision);
            return decision;
        });
    }

    /**
     * Returns what {@link #before} would decide, without counting anything: for ways to a session that test no password,
     * such as a refresh token or a link by e-mail.
     */
    public CompletionStage<LoginDecision> look(LoginAttempt attempt) {
        LoginRules now = rules();
        AttemptFacts facts = facts(attempt);
        return gate.peek(now.all(), request(attempt, facts, now))
                .thenApply(verdict -> new LoginDecision(verdict, facts));
    }

    /**
     * Reports the outcome of an allowed attempt. Only the first report of a decision has an effect, and none of one that was
     * not allowed.
     */
    public CompletionStage<LoginReport> after(LoginDecision decision, LoginOutcome outcome) {
        return decision.takeReport()
                ? gate.settle(decision.verdict(), outcome.status())
                        .thenCompose(done -> settled(decision.facts(), outcome))
                : CompletableFuture.completedStage(LoginReport.nothing(Settled.ALREADY_SETTLED));
    }

    /**
     * Returns an allowed attempt as a text, whose outcome can be reported once, within ten minutes, to any process with the
     * same pepper and store. From now on, only the text can be reported.
     */
    public String seal(LoginDecision decision) {
        if (!decision.takeReport()) {
            throw new IllegalArgumentException(
                    "only an allowed attempt has an outcome, which is reported once; this one is " + decision);
        }
        return receipts.seal(decision.verdict(), decision.facts().note());
    }

    /** Does what {@link #after(LoginDecision, LoginOutcome)} does for a sealed attempt. */
    public CompletionStage<LoginReport> after(String sealed, LoginOutcome outcome) {
        Optional<AttemptFacts> facts = receipts.note(sealed).map(AttemptFacts::read);
        return receipts.settle(sealed, outcome.status())
                .thenCompose(settled -> settled == Settled.SETTLED && facts.isPresent()
                        ? settled(facts.get(), outcome)
                        : CompletableFuture.completedStage(LoginReport.nothing(settled)));
    }

    /** Returns the text by which rules, events and locks name an account. */
    public String account(String typed) {
        return names.account(typed);
    }

    /** Returns the locks that are in force for an account at a source. */
    public CompletionStage<List<LoginLock>> locks(AccountSource where) {
        LoginRules now = rules();
        CompletionStage<List<LoginLock>> locks = CompletableFuture.completedStage(List.of());
        for (LoginStep step : LoginStep.values()) {
            CompletionStage<Verdict> look =
                    gate.peek(now.ofOwner(), facts(where, step).request(now));
            locks = locks.thenCombine(
                    look,
                    (others, verdict) ->
                            Stream.concat(others.stream(), locks(step, verdict)).toList());
        }
        return locks;
    }

    private static Stream<LoginLock> locks(LoginStep step, Verdict verdict) {
        return verdict.locked()
                ? verdict.rulings().stream()
                        .filter(each -> !each.allowed())
                        .map(each -> new LoginLock(
                                step, each.rule(), Duration.of(each.decision().retryAfterMicros(), ChronoUnit.MICROS)))
                : Stream.empty();
    }

    /** Ends the locks of an account at a source, and forgets its failures there. */
    public CompletionStage<Void> clear(AccountSource where) {
        LoginRules now = rules();
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (LoginStep step : LoginStep.values()) {
            done = done.thenCompose(
                    before -> gate.forget(now.ofOwner(), facts(where, step).request(now)));
        }
        return done;
    }

    private AttemptFacts facts(AccountSource where, LoginStep step) {
        return new AttemptFacts(step, names.account(where.account()), where.device(), where.address());
    }

    private LoginRules rules() {
        LoginRules known = rules;
        Policy policy = gate.policy();
        if (known.policy() != policy) {
            known = LoginRules.of(policy);
            rules = known;
        }
        return known;
    }

    private AttemptFacts facts(LoginAttempt attempt) {
        String account = names.account(attempt.account());
        Optional<String> device = attempt.device().flatMap(cookie -> cookies.device(cookie, account, config.now()));
        return new AttemptFacts(attempt.step(), account, device, attempt.address());
    }

    private Request request(LoginAttempt attempt, AttemptFacts facts, LoginRules now) {
        Request request = facts.request(now);
        if (attempt.password().isPresent()) {
            String password = names.password(attempt.password().get(), config.now());
            request = request.withFact(AttemptFacts.PASSWORD, password);
        }
        Map<String, String> read = new HashMap<>(attempt.headers());
        read.keySet().retainAll(now.all().headers());
        for (Map.Entry<String, String> header : read.entrySet()) {
            request = request.withHeader(header.getKey(), header.getValue());
        }
        return attempt.challengePassed() ? request.withChallengePassed() : request;
    }

    private CompletionStage<LoginReport> settled(AttemptFacts facts, LoginOutcome outcome) {
        LoginRules now = rules();
        Request request = facts.request(now);
        return switch (outcome) {
            case SUCCESS -> gate.forget(now.ofOwner(), request).thenApply(done -> succeeded(facts));
            case FAILURE -> gate.peek(now.ofOwner(), request).thenApply(verdict -> failed(facts, verdict));
            case ABANDONED -> CompletableFuture.completedStage(LoginReport.nothing(Settled.SETTLED));
        };
    }

    private LoginReport succeeded(AttemptFacts facts) {
        if (rules().areInForce()) {
            facts.address().ifPresent(addresses::succeeded);
        }
        tell(Kind.SUCCEEDED, facts, Optional.empty());
        if (facts.device().isEmpty()) {
            tell(Kind.NEW_DEVICE, facts, Optional.empty());
        }
        KnownDevice device = cookies.issue(facts.device(), facts.account(), config.now());
        return new LoginReport(Settled.SETTLED, false, Optional.of(device));
    }

    private LoginReport failed(AttemptFacts facts, Verdict verdict) {
        tell(Kind.FAILED, facts, Optional.empty());
        if (verdict.locked()) {
            tell(Kind.LOCKED, facts, verdict.decidingRule().map(Rule::name));
        }
        return new LoginReport(Settled.SETTLED, verdict.locked(), Optional.empty());
    }

    private void tell(LoginDecision decision) {
        if (!decision.allowed()) {
            Optional<String> rule = decision.verdict().decidingRule().map(Rule::name);
            tell(decision.action() == Action.CHALLENGE ? Kind.CHALLENGED : Kind.DENIED, decision.facts(), rule);
        }
        for (Ruling each : decision.verdict().rulings()) {
            if (each.rule().equals(ACCOUNT_DAY) && !each.allowed()) {
                tell(Kind.ACCOUNT_ATTACKED, decision.facts(), Optional.of(ACCOUNT_DAY));
            }
        }
    }

    private void tell(Kind kind, AttemptFacts facts, Optional<String> rule) {
        config.listener()
                .happened(new LoginEvent(
                        config.now(), kind, facts.step(), facts.account(), facts.address(), facts.device(), rule));
    }
}
