package io.weir.guard.login;

import io.weir.policy.Action;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether a password may be tried. */
public final class LoginDecision {

    /** Why an attempt is denied. */
    public enum Reason {
        /** Too many failures; nothing is tried until the lock ends. */
        LOCKED,

        /** As many attempts of the same subject are under way as may fail; one of them may end soon. */
        BUSY,

        /** Another limit, or a block. */
        LIMITED;

        private final String word = name().toLowerCase(Locale.ROOT);

        public String word() {
            return word;
        }
    }

    private final Verdict verdict;
    private final AttemptFacts facts;
    private final AtomicBoolean reported = new AtomicBoolean();

    LoginDecision(Verdict verdict, AttemptFacts facts) {
        this.verdict = verdict;
        this.facts = facts;
    }

    /** Returns what is to be done: {@code ALLOW} tries the password, {@code CHALLENGE} asks for a challenge first. */
    public Action action() {
        return verdict.action();
    }

    public boolean allowed() {
        return verdict.allowed();
    }

    /** Returns why the attempt is denied; empty if it is allowed or challenged. */
    public Optional<Reason> reason() {
        if (verdict.locked()) {
            return Optional.of(Reason.LOCKED);
        }
        boolean isDenied = action() == Action.DENY || action() == Action.BLOCKED;
        return isDenied ? Optional.of(isByLockRule() ? Reason.BUSY : Reason.LIMITED) : Optional.empty();
    }

    private boolean isByLockRule() {
        return verdict.decidingRule()
                .map(Rule::then)
                .filter(Then.Lock.class::isInstance)
                .isPresent();
    }

    /** Returns how long a denied attempt has to wait; zero if it is allowed. */
    public Duration retryAfter() {
        return Duration.of(verdict.retryAfterMicros(), ChronoUnit.MICROS);
    }

    /** Returns the decisions of all rules, to explain this one. */
    public Verdict verdict() {
        return verdict;
    }

    /** Returns whether the client has proved that it has logged in to this account before. */
    public boolean isKnownDevice() {
        return facts.device().isPresent();
    }

    /** Returns whether the outcome may be reported: once, and only if the attempt is allowed. */
    boolean takeReport() {
        return allowed() && reported.compareAndSet(false, true);
    }

    AttemptFacts facts() {
        return facts;
    }

    @Override
    public String toString() {
        return "LoginDecision[" + action().word()
                + reason().map(why -> " " + why.word()).orElse("") + "]";
    }
}
