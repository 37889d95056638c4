package io.weir.guard.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.login.LoginDecision.Reason;
import io.weir.guard.secret.Pepper;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.PolicyReader;
import io.weir.store.Store;
import io.weir.testkit.Threads;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a login guard does on every store. Two guards are two processes. */
abstract class LoginContract implements SingleUseContract {

    static final Pepper PEPPER = Pepper.parse("22".repeat(32));
    static final IpAddress HOME = ip("192.0.2.1");
    static final IpAddress ELSEWHERE = ip("198.51.100.7");
    private static final String RULES = "guard: {login: {path: /api/v1/login}}";

    final Queue<LoginEvent> events = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("NullAway.Init")
    LoginGuard guard;

    @SuppressWarnings("NullAway.Init")
    private LoginGuard other;

    @Override
    public abstract Store store();

    @Override
    public abstract TimeSource time();

    /** Makes the store empty. */
    abstract void empty();

    @BeforeEach
    void begin() {
        empty();
        guard = guard(RULES);
        other = guard(RULES);
    }

    final LoginGuard guard(String policy) {
        return guard(PolicyReader.create().read("policy.yml", policy), store());
    }

    final LoginGuard guard(Policy policy, Store on) {
        LoginConfig config = LoginConfig.of(PEPPER, time()).withListener(events::add);
        return LoginGuard.create(new Gate(policy, on), on, config);
    }

    static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** A guess by somebody who solves every challenge. */
    static LoginAttempt guess(String account, IpAddress from) {
        return LoginAttempt.of(account, from).withChallengePassed();
    }

    /** Returns whether a wrong password was tested. */
    static boolean fails(LoginGuard by, LoginAttempt attempt) {
        LoginDecision decision = get(by.before(attempt));
        return decision.allowed()
                && get(by.after(decision, LoginOutcome.FAILURE)).settled() == Settled.SETTLED;
    }

    final int failures(LoginAttempt attempt, int times) {
        int failures = 0;
        for (int i = 0; i < times; i++) {
            failures += fails(i % 2 == 0 ? guard : other, attempt) ? 1 : 0;
        }
        return failures;
    }

    final LoginReport succeed(LoginAttempt attempt) {
        LoginDecision decision = get(guard.before(attempt));
        assertThat(decision.action()).isEqualTo(Action.ALLOW);
        return get(guard.after(decision, LoginOutcome.SUCCESS));
    }

    final List<LoginEvent.Kind> kinds() {
        return events.stream().map(LoginEvent::kind).toList();
    }

    @Test
    void fiveOfTwoHundredGuessesAtOnceAreTested() {
        AtomicInteger tested = new AtomicInteger();
        Threads.run(20, thread -> {
            for (int i = 0; i < 10; i++) {
                tested.addAndGet(fails(thread % 2 == 0 ? guard : other, guess("ann", HOME)) ? 1 : 0);
            }
        });
        assertThat(tested).hasValue(5);
        LoginDecision locked = get(guard.before(guess("ann", HOME)));
        assertThat(locked.reason()).contains(Reason.LOCKED);
        assertThat(locked.retryAfter()).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
        assertThat(kinds()).contains(LoginEvent.Kind.LOCKED);
    }

    @Test
    void fiveOfTwoHundredSealedGuessesAtOnceAreTested() {
        AtomicInteger tested = new AtomicInteger();
        Threads.run(20, thread -> {
            for (int i = 0; i < 10; i++) {
                LoginDecision decision = get(guard.before(guess("ann", HOME)));
                if (decision.allowed()) {
                    tested.incrementAndGet();
                    get(other.after(guard.seal(decision), LoginOutcome.FAILURE));
                }
            }
        });
        assertThat(tested).hasValue(5);
    }

    @Test
    void attemptsUnderWayMakeOthersWaitWithoutALock() {
        List<LoginDecision> underWay = Stream.generate(() -> get(guard.before(guess("ann", HOME))))
                .limit(5)
                .toList();
        assertThat(underWay).allMatch(LoginDecision::allowed);
        LoginDecision busy = get(other.before(guess("ann", HOME)));
        assertThat(busy.action()).isEqualTo(Action.DENY);
        assertThat(busy.reason()).contains(Reason.BUSY);
        assertThat(busy.retryAfter()).isPositive();
        underWay.forEach(decision -> get(guard.after(decision, LoginOutcome.ABANDONED)));
        assertThat(failures(guess("ann", HOME), 9)).isEqualTo(5);
    }

    @Test
    void theThirdFailureAsksForAChallengeAndTheFifthLocks() {
        LoginAttempt attempt = LoginAttempt.of("ann", HOME);
        assertThat(failures(attempt, 3)).isEqualTo(3);
        LoginDecision challenged = get(guard.before(attempt));
        assertThat(challenged.action()).isEqualTo(Action.CHALLENGE);
        assertThat(challenged.reason()).isEmpty();
        assertThat(failures(attempt.withChallengePassed(), 9)).isEqualTo(2);
        assertThat(get(guard.before(attempt)).reason()).contains(Reason.LOCKED);
        assertThat(get(guard.before(LoginAttempt.of("bert", HOME))).action())
                .as("three failures of an address are enough for a challenge, whoever they were for")
                .isEqualTo(Action.CHALLENGE);
    }

    @Test
    void anOwnLoginBetweenGuessesResetsNothing() {
        for (int i = 0; i < 3; i++) {
            assertThat(fails(guard, LoginAttempt.of("ann", HOME))).isTrue();
            succeed(guess("mallory", HOME));
        }
        assertThat(get(other.before(LoginAttempt.of("carl", HOME))).action())
                .as("what the address has failed")
                .isEqualTo(Action.CHALLENGE);
        assertThat(failures(guess("ann", HOME), 4))
                .as("what ann's account has failed there")
                .isEqualTo(2);
    }

    @Test
    void aSuccessClearsTheAccountAtItsSourceOnly() {
        failures(guess("ann", HOME), 4);
        failures(guess("ann", ELSEWHERE), 4);
        succeed(guess("ann", HOME));
        assertThat(failures(guess("ann", HOME), 4))
                .as("the address has ten a minute")
                .isEqualTo(4);
        assertThat(failures(guess("ann", ELSEWHERE), 9)).isEqualTo(1);
    }

    @Test
    void theOwnerOfAKnownDeviceGetsInDuringAnAttack() {
        String cookie =
                succeed(LoginAttempt.of("ann", HOME)).device().orElseThrow().cookie();
        for (int i = 0; i < 10; i++) {
            assertThat(fails(guard, LoginAttempt.of("ann", ip("198.51.100." + i))))
                    .isTrue();
        }
        failures(guess("ann", HOME), 5);
        assertThat(get(guard.before(LoginAttempt.of("ann", HOME))).reason()).contains(Reason.LOCKED);
        LoginDecision stranger = get(guard.before(LoginAttempt.of("ann", ip("203.0.113.9"))));
        assertThat(stranger.action())
                .as("a stranger is challenged, and not locked out")
                .isEqualTo(Action.CHALLENGE);
        LoginReport owner = succeed(LoginAttempt.of("ann", HOME).withDevice(cookie));
        assertThat(owner.device().orElseThrow().id()).isEqualTo(deviceOf(cookie));
        assertThat(get(other.before(LoginAttempt.of("bert", HOME).withDevice(cookie)))
                        .isKnownDevice())
                .as("the cookie is for one account")
                .isFalse();
    }

    private String deviceOf(String cookie) {
        return new DeviceCookies(PEPPER.derive(1, "known devices"), Duration.ofDays(180))
                .device(cookie, guard.account("ann"), Instant.EPOCH)
                .orElseThrow();
    }

    @Test
    void aKnownDeviceIsLockedByItsOwnFailures() {
        String cookie =
                succeed(LoginAttempt.of("ann", HOME)).device().orElseThrow().cookie();
        LoginAttempt stolen =
                LoginAttempt.of("ann", ELSEWHERE).withDevice(cookie).withChallengePassed();
        assertThat(failures(stolen, 9)).isEqualTo(5);
        assertThat(get(guard.before(stolen)).reason()).contains(Reason.LOCKED);
        assertThat(get(guard.before(LoginAttempt.of("ann", HOME))).allowed()).isTrue();
    }

    @Test
    void aWrongPasswordThatIsRepeatedCountsOnce() {
        LoginAttempt oldPassword = guess("ann", HOME).withPassword("the old one");
        assertThat(failures(oldPassword, 8)).isEqualTo(8);
        LoginAttempt others = guess("ann", HOME);
        assertThat(fails(guard, others.withPassword("another"))).isTrue();
        assertThat(get(guard.before(others.withPassword("a third"))).reason())
                .as("the address has ten a minute")
                .isEmpty();
    }

    @Test
    void oneAddressFailsForTwentyAccountsAnHour() {
        LoginGuard many = guard("guard: {login: {path: /login, per-ip: 1000/min}}");
        String cookie =
                succeed(LoginAttempt.of("ann", HOME)).device().orElseThrow().cookie();
        int tested = 0;
        for (int i = 0; i < 30; i++) {
            tested += fails(many, guess("account " + i, HOME)) ? 1 : 0;
        }
        assertThat(tested).isEqualTo(20);
        assertThat(get(many.before(guess("account 31", HOME))).reason()).contains(Reason.LIMITED);
        assertThat(get(many.before(guess("account 1", HOME))).allowed())
                .as("an account it has failed for before")
                .isTrue();
        assertThat(get(many.before(LoginAttempt.of("ann", HOME).withDevice(cookie)))
                        .allowed())
                .as("the owner of a known device, behind the same address")
                .isTrue();
    }

    @Test
    void onePasswordForManyAccountsFromManyAddressesIsChallenged() {
        for (int i = 0; i < 10; i++) {
            assertThat(fails(
                            guard,
                            LoginAttempt.of("account " + i, ip("203.0.113." + i))
                                    .withPassword("Spring2026!")))
                    .isTrue();
        }
        LoginAttempt next = LoginAttempt.of("account 11", ip("203.0.113.11"));
        LoginDecision sprayed = get(other.before(next.withPassword("Spring2026!")));
        assertThat(sprayed.action()).isEqualTo(Action.CHALLENGE);
        assertThat(sprayed.verdict().challengedBy().orElseThrow().rule()).isEqualTo("login-password");
        assertThat(get(other.before(next.withPassword("my own"))).allowed()).isTrue();
    }

    @Test
    void theSecondFactorHasACounterOfItsOwnThatFollowsTheAccount() {
        LoginAttempt code = LoginAttempt.of("ann", HOME).withStep(LoginStep.SECOND_FACTOR);
        assertThat(failures(code, 4)).isEqualTo(4);
        succeed(LoginAttempt.of("ann", HOME));
        LoginAttempt elsewhere = LoginAttempt.of("ann", ELSEWHERE).withStep(LoginStep.SECOND_FACTOR);
        assertThat(failures(elsewhere, 9)).isEqualTo(1);
        assertThat(get(guard.before(code)).reason()).contains(Reason.LOCKED);
        assertThat(get(guard.before(LoginAttempt.of("ann", HOME))).allowed())
                .as("the password is another step")
                .isTrue();
    }

    @Test
    void aSealedAttemptIsReportedOnceByAnyProcess() {
        String sealed = guard.seal(get(guard.before(LoginAttempt.of("ann", HOME))));
        assertThat(sealed).hasSizeLessThan(4_096).doesNotContain("ann", "192.0.2.1");
        LoginReport report = get(other.after(sealed, LoginOutcome.SUCCESS));
        assertThat(report.settled()).isEqualTo(Settled.SETTLED);
        String cookie = report.device().orElseThrow().cookie();
        assertThat(get(guard.before(LoginAttempt.of("ann", HOME).withDevice(cookie)))
                        .isKnownDevice())
                .isTrue();
        LoginReport again = get(guard.after(sealed, LoginOutcome.SUCCESS));
        assertThat(again.settled()).isEqualTo(Settled.ALREADY_SETTLED);
        assertThat(again.device()).isEmpty();
        assertThat(get(guard.after("nonsense", LoginOutcome.SUCCESS)).settled()).isEqualTo(Settled.INVALID);
    }

    @Test
    void aSealedAttemptWithAllItsRulesGivesEverythingBack() {
        IpAddress longest = ip("2001:db8:1234:5678:9abc:def0:1234:5678");
        LoginAttempt attempt = LoginAttempt.of("ann", longest).withPassword("right");
        LoginDecision decision = get(guard.before(attempt));
        assertThat(get(other.after(guard.seal(decision), LoginOutcome.ABANDONED))
                        .settled())
                .isEqualTo(Settled.SETTLED);
        List<Ruling> rulings = get(guard.look(attempt)).verdict().rulings();
        assertThat(rulings).hasSize(10);
        assertThat(rulings)
                .filteredOn(
                        each -> each.decision().remaining() < each.decision().limit())
                .extracting(Ruling::rule)
                .containsExactly("login-per-ip");
    }

    @Test
    void threeSuccessesWithinAnHourMakeAnAddressOneOfPeople() {
        AddressLogins logins = AddressLogins.of(store());
        IpAddress sixth = ip("2001:db8:1:2::3");
        for (int i = 0; i < 3; i++) {
            assertThat(get(logins.hasPeople(Subject.parse("ip:192.0.2.1")))).isFalse();
            succeed(LoginAttempt.of("account " + i, HOME));
            succeed(LoginAttempt.of("account " + i, sixth));
            failures(guess("account " + i, ELSEWHERE), 1);
        }
        for (String people : List.of("ip:192.0.2.1", "ip:2001:db8:1:2:0:0:0:0/64", "cidr:2001:db8:1:2::/64")) {
            assertThat(get(logins.hasPeople(Subject.parse(people)))).as(people).isTrue();
        }
        for (String others : List.of(
                "ip:198.51.100.7", "ip:unknown", "cidr:192.0.2.0/24", "cidr:2001:db8:1::/48", "user:192.0.2.1")) {
            assertThat(get(logins.hasPeople(Subject.parse(others)))).as(others).isFalse();
        }
    }

    @Test
    void anAdministratorSeesAndEndsALock() {
        failures(guess("ann", HOME), 9);
        failures(guess("ann", ELSEWHERE), 9);
        AccountSource home = AccountSource.of("Ann ", HOME);
        assertThat(get(other.locks(home))).singleElement().satisfies(lock -> {
            assertThat(lock.rule()).isEqualTo("login-lock");
            assertThat(lock.step()).isEqualTo(LoginStep.PASSWORD);
            assertThat(lock.left()).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
        });
        get(other.clear(home));
        assertThat(get(guard.locks(home))).isEmpty();
        assertThat(get(guard.look(guess("ann", HOME))).reason()).isNotEqualTo(Optional.of(Reason.LOCKED));
        assertThat(get(guard.locks(AccountSource.of("ann", ELSEWHERE)))).hasSize(1);
        assertThat(get(guard.locks(AccountSource.ofDevice("ann", "ab".repeat(16)))))
                .isEmpty();
    }
}
