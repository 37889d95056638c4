package io.weir.guard.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.guard.login.LoginDecision.Reason;
import io.weir.limit.Decision;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.policy.Action;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.ManualTime;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The contract in memory, and what needs virtual time. */
final class LoginInMemoryTest extends LoginContract {

    private static final Duration MICROSECOND = Duration.ofNanos(1_000);

    private ManualTime time = ManualTime.create();
    private Store store = new MemoryStore(time);

    @Override
    public Store store() {
        return store;
    }

    @Override
    public TimeSource time() {
        return time;
    }

    @Override
    void empty() {
        time = ManualTime.create();
        store = new MemoryStore(time);
    }

    @Test
    void aLockEndsFifteenMinutesAfterTheFifthFailureWhateverIsTriedMeanwhile() {
        LoginAttempt attempt = guess("ann", HOME);
        for (int i = 0; i < 4; i++) {
            assertThat(fails(guard, attempt)).isTrue();
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(fails(guard, attempt)).isTrue();
        for (int minute = 0; minute < 14; minute++) {
            time.advance(Duration.ofMinutes(1));
            assertThat(failures(attempt, 20)).isZero();
            assertThat(get(guard.before(attempt)).retryAfter()).isEqualTo(Duration.ofMinutes(14 - minute));
        }
        time.advance(Duration.ofSeconds(59));
        assertThat(get(guard.before(attempt)).reason()).contains(Reason.LOCKED);
        time.advance(Duration.ofSeconds(1).minus(MICROSECOND));
        assertThat(get(guard.before(attempt)).reason()).contains(Reason.LOCKED);
        time.advance(MICROSECOND);
        assertThat(failures(attempt, 9)).isEqualTo(5);
    }

    @Test
    void anAttemptThatLookedBeforeTheLockBeganIsBoundByTheCounter() {
        assertThat(sixth(store)).isFalse();
    }

    @Test
    void aStoreThatForgetsTheCounterWhenTheLockBeginsWouldLetASixthThrough() {
        Store forgetful = new ForgetfulStore(store, Rate.of(5, Duration.ofMinutes(15)));
        assertThat(sixth(forgetful)).as("the fault is found").isTrue();
    }

    /** Returns whether a sixth password is tested, by an attempt that has looked before the other five failed. */
    private boolean sixth(Store faulty) {
        Policy policy = PolicyReader.create()
                .read("policy.yml", "guard: {login: {path: /login, off: [login-challenge, login-challenge-ip]}}");
        LoginGuard five = guard(policy, faulty);
        Store interrupted = new ForwardingStore(faulty) {
            @Override
            public CompletionStage<List<Decision>> peek(List<Charge> charges) {
                List<Decision> looked = get(super.peek(charges));
                for (int i = 0; i < 5; i++) {
                    assertThat(fails(five, LoginAttempt.of("ann", HOME))).isTrue();
                }
                return CompletableFuture.completedStage(looked);
            }
        };
        return get(guard(policy, interrupted).before(LoginAttempt.of("ann", HOME)))
                .allowed();
    }

    @Test
    void tenFailuresFromManyAddressesAreChallengedAndAHundredADayAreTold() {
        for (int i = 0; i < 10; i++) {
            assertThat(fails(guard, LoginAttempt.of("ann", ip("203.0.113." + i))))
                    .isTrue();
        }
        LoginDecision stranger = get(guard.before(LoginAttempt.of("ann", ip("203.0.113.200"))));
        assertThat(stranger.action()).isEqualTo(Action.CHALLENGE);
        assertThat(stranger.verdict().challengedBy().orElseThrow().rule()).isEqualTo("login-account");
        time.advance(Duration.ofMinutes(15));
        for (int i = 0; i < 90; i++) {
            time.advance(Duration.ofMinutes(2));
            assertThat(fails(guard, LoginAttempt.of("ann", ip("198.51.100." + i))))
                    .isTrue();
        }
        time.advance(Duration.ofMinutes(15));
        assertThat(kinds()).doesNotContain(LoginEvent.Kind.ACCOUNT_ATTACKED);
        assertThat(get(guard.before(LoginAttempt.of("ann", ip("203.0.113.201"))))
                        .action())
                .isEqualTo(Action.CHALLENGE);
        assertThat(kinds()).contains(LoginEvent.Kind.ACCOUNT_ATTACKED);
    }

    @Test
    void aDeviceIsKnownForAHundredAndEightyDaysAfterItsLastLogin() {
        LoginAttempt attempt = LoginAttempt.of("ann", HOME);
        String cookie = succeed(attempt).device().orElseThrow().cookie();
        time.advance(Duration.ofDays(179));
        String renewed =
                succeed(attempt.withDevice(cookie)).device().orElseThrow().cookie();
        time.advance(Duration.ofDays(1));
        assertThat(get(guard.look(attempt.withDevice(cookie))).isKnownDevice()).isFalse();
        assertThat(get(guard.look(attempt.withDevice(renewed))).isKnownDevice()).isTrue();
        time.advance(Duration.ofDays(179));
        assertThat(get(guard.look(attempt.withDevice(renewed))).isKnownDevice()).isFalse();
        assertThat(kinds()).containsOnlyOnce(LoginEvent.Kind.NEW_DEVICE);
    }

    @Test
    void aCookieThatWasChangedOrMadeUpIsNone() {
        LoginAttempt attempt = LoginAttempt.of("ann", HOME);
        KnownDevice device = succeed(attempt).device().orElseThrow();
        String cookie = device.cookie();
        for (int i = 0; i < cookie.length(); i++) {
            char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
            String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
            // The last character has bits that belong to no byte.
            boolean same = i == cookie.length() - 1
                    && get(guard.look(attempt.withDevice(changed))).isKnownDevice();
            assertThat(same || !get(guard.look(attempt.withDevice(changed))).isKnownDevice())
                    .as("character %d", i)
                    .isTrue();
        }
        for (String nonsense : List.of("", "x", "é".repeat(55), cookie + "A", "A".repeat(100_000))) {
            assertThat(get(guard.look(attempt.withDevice(nonsense))).isKnownDevice())
                    .isFalse();
        }
        assertThat(device.setCookie())
                .startsWith("weir_device=" + cookie + "; Max-Age=15552000; ")
                .contains("HttpOnly", "Secure", "SameSite=Lax");
        assertThat(device.toString()).doesNotContain(cookie);
    }

    @Test
    void spellingsOfOneAccountAreOneAccount() {
        String ann = guard.account("ann@example.com");
        assertThat(List.of("ANN@example.com", " ann@example.com\t", "ａｎｎ@example.com", "Ann@Example.Com"))
                .allSatisfy(spelling -> assertThat(guard.account(spelling)).isEqualTo(ann));
        assertThat(guard.account("straße")).isEqualTo(guard.account("STRASSE"));
        assertThat(guard.account("anne@example.com")).isNotEqualTo(ann);
        assertThat(ann).matches("[0-9a-f]{32}");
        assertThat(guard.account("")).hasSize(32);
        assertThat(guard.account("x".repeat(1_000_000))).hasSize(32);
        assertThat(LoginAttempt.of("ann", HOME).withPassword("secret")).hasToString("LoginAttempt[password]");
    }

    @Test
    void anOutcomeIsReportedOnce() {
        LoginDecision decision = get(guard.before(guess("ann", HOME)));
        get(guard.after(decision, LoginOutcome.FAILURE));
        assertThat(get(guard.after(decision, LoginOutcome.SUCCESS)).device()).isEmpty();
        failures(guess("ann", HOME), 4);
        LoginDecision locked = get(guard.before(guess("ann", HOME)));
        assertThat(get(guard.after(locked, LoginOutcome.SUCCESS)).device()).isEmpty();
        assertThat(get(guard.before(guess("ann", HOME))).reason()).contains(Reason.LOCKED);
    }

    @Test
    void aLookCountsNothing() {
        for (int i = 0; i < 20; i++) {
            assertThat(get(guard.look(LoginAttempt.of("ann", HOME))).allowed()).isTrue();
        }
        assertThat(kinds()).isEmpty();
    }

    @Test
    void inShadowModeEverythingIsAllowedAndNothingIsLocked() {
        LoginGuard shadow = guard("guard: {login: {path: /login, mode: shadow}}");
        for (int i = 0; i < 30; i++) {
            LoginDecision decision = get(shadow.before(LoginAttempt.of("ann", HOME)));
            assertThat(decision.allowed()).isTrue();
            assertThat(get(shadow.after(decision, LoginOutcome.FAILURE)).locked())
                    .isFalse();
        }
    }

    @Test
    void rulesThatAreNotForLoginsAreNotAsked() {
        LoginGuard with = guard("global: {refill-rate: 1}\nguard: {login: {path: /login}}");
        assertThat(failures(guess("ann", ELSEWHERE), 2)).isEqualTo(2);
        for (int i = 0; i < 5; i++) {
            assertThat(get(with.before(LoginAttempt.of("account " + i, ip("203.0.113." + i))))
                            .allowed())
                    .isTrue();
        }
    }

    @Test
    void aRuleOfOnesOwnMayReadHeaders() {
        LoginGuard with = guard(
                "rules: [{name: agents, match: {fact: {login: password}}, per: {header: User-Agent}, limit: 2/min}]");
        LoginAttempt attempt = LoginAttempt.of("ann", HOME).withHeaders(Map.of("user-agent", "curl"));
        assertThat(get(with.before(attempt)).allowed()).isTrue();
        assertThat(get(with.before(attempt)).allowed()).isTrue();
        assertThat(get(with.before(attempt)).allowed()).isFalse();
        assertThat(get(with.before(attempt.withHeaders(Map.of("user-agent", "wget"))))
                        .allowed())
                .isTrue();
    }
}
