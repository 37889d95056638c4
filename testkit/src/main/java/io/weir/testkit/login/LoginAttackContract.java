package io.weir.testkit.login;

import static io.weir.testkit.login.LoginTry.RIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.captcha.ReplyFault;
import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.testkit.login.LoginAnswer.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attacks on logins, all of which must fail. The policy is {@code guard: {login: {path: …}}} with the usual numbers, the provider of
 * challenges is a {@link FakeSiteverify}, and the store has a clock of the test's own. Every account exists with the password
 * {@link LoginTry#RIGHT}, except that accounts which begin with {@code nobody} do not exist, and the attempts of those which begin
 * with {@code broken} or {@code disabled} find out nothing.
 */
public abstract class LoginAttackContract {

    private static final AtomicInteger LAST = new AtomicInteger();
    private static final int THREADS = 8;

    /** Makes an attempt. Tests may call this from several threads. */
    protected abstract LoginAnswer logIn(LoginTry attempt);

    /** Returns how many passwords were compared with that of an account. */
    protected abstract int tested(String account);

    protected abstract FakeSiteverify provider();

    /** Moves the clock of the store and of the provider. */
    protected abstract void advance(Duration time);

    @BeforeEach
    protected void forgetAllFailures() {
        advance(Duration.ofDays(2));
    }

    /** Returns an address in a network of its own. */
    protected static String freshAddress() {
        int number = LAST.incrementAndGet();
        return "100." + (64 + number / 250) + "." + number % 250 + ".7";
    }

    protected static String freshAccount() {
        return "account-" + LAST.incrementAndGet();
    }

    private static String wrong() {
        return "guess-" + LAST.incrementAndGet();
    }

    private static LoginTry guess(String account, String address) {
        return LoginTry.of(account, wrong(), address);
    }

    private String token() {
        return provider().solve(SolvedCaptcha.of("login"));
    }

    private Result result(LoginTry attempt) {
        return logIn(attempt).result();
    }

    /** Makes an attempt of somebody who solves challenges. */
    private LoginAnswer logInSolving(LoginTry attempt) {
        LoginAnswer answer = logIn(attempt);
        return answer.result() == Result.CHALLENGED ? logIn(attempt.withToken(token())) : answer;
    }

    private void lock(String account, String address) {
        for (int i = 0; i < 5; i++) {
            assertThat(logInSolving(guess(account, address)).result()).isEqualTo(Result.WRONG);
        }
    }

    private String knownDevice(String account, String address) {
        return logIn(LoginTry.of(account, RIGHT, address)).device().orElseThrow();
    }

    @Test
    void fiveWrongPasswordsLockForFifteenMinutesAndNoLonger() {
        String account = freshAccount();
        String address = freshAddress();
        lock(account, address);
        int tested = tested(account);
        LoginAnswer locked = logIn(LoginTry.of(account, RIGHT, address));
        assertThat(locked.result()).isEqualTo(Result.LOCKED);
        assertThat(locked.retryAfterSeconds()).isEqualTo(900);
        for (int minute = 0; minute < 14; minute++) {
            advance(Duration.ofMinutes(1));
            assertThat(result(guess(account, address))).isEqualTo(Result.LOCKED);
        }
        advance(Duration.ofSeconds(59));
        assertThat(result(LoginTry.of(account, RIGHT, address))).isEqualTo(Result.LOCKED);
        assertThat(tested(account)).isEqualTo(tested);
        advance(Duration.ofSeconds(1));
        assertThat(logInSolving(LoginTry.of(account, RIGHT, address)).result()).isEqualTo(Result.IN);
    }

    @Test
    void theThirdFailureAsksForAChallengeAndWithoutItNothingIsTested() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 3; i++) {
            assertThat(result(guess(account, address))).isEqualTo(Result.WRONG);
        }
        int tested = tested(account);
        assertThat(result(LoginTry.of(account, RIGHT, address))).isEqualTo(Result.CHALLENGED);
        assertThat(tested(account)).isEqualTo(tested);
        assertThat(result(LoginTry.of(account, RIGHT, address).withToken(token())))
                .isEqualTo(Result.IN);
    }

    @Test
    void anAccountThatDoesNotExistIsLockedLikeAnyOther() {
        String account = "nobody-" + freshAccount();
        String address = freshAddress();
        lock(account, address);
        assertThat(result(guess(account, address))).isEqualTo(Result.LOCKED);
    }

    @Test
    void theSpellingOfAnAccountGivesNoFreshGuesses() {
        String account = freshAccount();
        String address = freshAddress();
        lock(account, address);
        assertThat(result(guess(" " + account.toUpperCase(java.util.Locale.ROOT), address)))
                .isEqualTo(Result.LOCKED);
    }

    @Test
    void parallelGuessesTestFivePasswordsAtMost() throws Exception {
        String account = freshAccount();
        String address = freshAddress();
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tokens.add(token());
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<LoginAnswer>> answers = new ArrayList<>();
            for (String token : tokens) {
                answers.add(threads.submit(() -> logIn(guess(account, address).withToken(token))));
            }
            long wrong = 0;
            for (Future<LoginAnswer> answer : answers) {
                wrong += answer.get().result() == Result.WRONG ? 1 : 0;
            }
            assertThat(wrong).isLessThanOrEqualTo(5).isEqualTo(tested(account));
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void strangersCannotLockTheOwnerOut() {
        String victim = freshAccount();
        String attacked = freshAddress();
        String device = knownDevice(victim, freshAddress());
        lock(victim, attacked);
        assertThat(result(LoginTry.of(victim, RIGHT, freshAddress()))).isEqualTo(Result.IN);
        assertThat(result(LoginTry.of(victim, RIGHT, attacked))).isEqualTo(Result.LOCKED);
        assertThat(result(LoginTry.of(victim, RIGHT, attacked).withDevice(device)))
                .isEqualTo(Result.IN);
    }

    @Test
    void manyStrangersLeadToAChallengeForStrangersOnly() {
        String victim = freshAccount();
        String device = knownDevice(victim, freshAddress());
        for (int i = 0; i < 10; i++) {
            assertThat(result(guess(victim, freshAddress()))).isEqualTo(Result.WRONG);
        }
        assertThat(result(LoginTry.of(victim, RIGHT, freshAddress()))).isEqualTo(Result.CHALLENGED);
        assertThat(result(LoginTry.of(victim, RIGHT, freshAddress()).withDevice(device)))
                .isEqualTo(Result.IN);
    }

    @Test
    void theCookieOfAnotherAccountOrAForgedOneIsNone() {
        String victim = freshAccount();
        String address = freshAddress();
        String own = knownDevice(freshAccount(), freshAddress());
        lock(victim, address);
        assertThat(result(guess(victim, address).withDevice(own))).isEqualTo(Result.LOCKED);
        assertThat(result(guess(victim, address).withDevice("A".repeat(own.length()))))
                .isEqualTo(Result.LOCKED);
    }

    @Test
    void aStolenDeviceHasFiveGuessesOfItsOwn() {
        String victim = freshAccount();
        String device = knownDevice(victim, freshAddress());
        for (int i = 0; i < 5; i++) {
            assertThat(logInSolving(guess(victim, freshAddress()).withDevice(device))
                            .result())
                    .isEqualTo(Result.WRONG);
        }
        assertThat(result(guess(victim, freshAddress()).withDevice(device))).isEqualTo(Result.LOCKED);
        assertThat(result(LoginTry.of(victim, RIGHT, freshAddress()))).isEqualTo(Result.IN);
    }

    @Test
    void loggingInToAnOwnAccountBetweenGuessesResetsNothing() {
        String victim = freshAccount();
        String own = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            assertThat(logInSolving(guess(victim, address)).result()).isEqualTo(Result.WRONG);
            advance(Duration.ofSeconds(12));
            assertThat(logInSolving(LoginTry.of(own, RIGHT, address)).result()).isEqualTo(Result.IN);
        }
        assertThat(result(guess(victim, address))).isEqualTo(Result.LOCKED);
    }

    @Test
    void anAddressFailsForTwentyAccountsAnHourAtMost() {
        String address = freshAddress();
        for (int i = 0; i < 20; i++) {
            assertThat(logInSolving(guess(freshAccount(), address)).result()).isEqualTo(Result.WRONG);
            advance(Duration.ofSeconds(6));
        }
        assertThat(logInSolving(guess(freshAccount(), address)).result()).isEqualTo(Result.LIMITED);
    }

    @Test
    void anAddressMayTryTenTimesAMinute() {
        String address = freshAddress();
        for (int i = 0; i < 10; i++) {
            assertThat(result(LoginTry.of(freshAccount(), RIGHT, address))).isEqualTo(Result.IN);
        }
        assertThat(result(LoginTry.of(freshAccount(), RIGHT, address))).isEqualTo(Result.LIMITED);
    }

    @Test
    void onePasswordForManyAccountsAsksForAChallenge() {
        String password = wrong();
        for (int i = 0; i < 10; i++) {
            assertThat(result(LoginTry.of(freshAccount(), password, freshAddress())))
                    .isEqualTo(Result.WRONG);
        }
        assertThat(result(LoginTry.of(freshAccount(), password, freshAddress())))
                .isEqualTo(Result.CHALLENGED);
        assertThat(result(guess(freshAccount(), freshAddress()))).isEqualTo(Result.WRONG);
    }

    @Test
    void aFloodOfFailuresAsksAllStrangersForAChallenge() {
        String user = freshAccount();
        String device = knownDevice(user, freshAddress());
        for (int i = 0; i < 100; i++) {
            assertThat(result(guess(freshAccount(), freshAddress()))).isEqualTo(Result.WRONG);
        }
        assertThat(result(guess(freshAccount(), freshAddress()))).isEqualTo(Result.CHALLENGED);
        assertThat(result(LoginTry.of(user, RIGHT, freshAddress()).withDevice(device)))
                .isEqualTo(Result.IN);
    }

    @Test
    void anotherUserAgentForEachGuessGivesNoFreshGuesses() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            LoginTry attempt = guess(account, address).withAgent("Browser/" + i);
            assertThat(logInSolving(attempt).result()).isEqualTo(Result.WRONG);
        }
        assertThat(result(guess(account, address).withAgent("Browser/5"))).isEqualTo(Result.LOCKED);
    }

    @Test
    void errorsAndDisabledAccountsLockNobody() {
        for (String account : List.of("broken-" + freshAccount(), "disabled-" + freshAccount())) {
            String address = freshAddress();
            for (int i = 0; i < 8; i++) {
                // Some ways to log in answer an error as if the password were wrong.
                assertThat(result(guess(account, address))).isIn(Result.ABANDONED, Result.WRONG);
            }
        }
    }

    @Test
    void aTokenIsGoodForOneAttempt() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 3; i++) {
            result(guess(account, address));
        }
        String token = token();
        assertThat(result(guess(account, address).withToken(token))).isEqualTo(Result.WRONG);
        LoginAnswer replayed = logIn(guess(account, address).withToken(token));
        assertThat(replayed.result()).isEqualTo(Result.CHALLENGED);
        assertThat(replayed.reason()).hasValue("replayed");
        String elsewhere = provider().solve(SolvedCaptcha.of("checkout"));
        assertThat(logIn(guess(account, address).withToken(elsewhere)).reason()).hasValue("wrong-action");
    }

    @Test
    void aProviderThatIsDownLetsNobodyThroughAndKeepsOutNobodyElse() {
        String account = freshAccount();
        String address = freshAddress();
        String device = knownDevice(account, freshAddress());
        for (int i = 0; i < 3; i++) {
            result(guess(account, address));
        }
        int tested = tested(account);
        String token = token();
        for (ReplyFault fault : List.of(ReplyFault.STATUS_500, ReplyFault.REDIRECT)) {
            provider().breakReplies(fault);
            assertThat(result(LoginTry.of(account, RIGHT, address).withToken(token)))
                    .isEqualTo(Result.UNCHECKABLE);
        }
        assertThat(tested(account)).isEqualTo(tested);
        assertThat(result(LoginTry.of(account, RIGHT, address).withDevice(device)))
                .isEqualTo(Result.IN);
        provider().breakReplies(ReplyFault.NONE);
        assertThat(result(LoginTry.of(account, RIGHT, address).withToken(token())))
                .isEqualTo(Result.IN);
    }

    @Test
    void forgedTokensCostTenQuestionsAMinute() {
        String account = freshAccount();
        String address = freshAddress();
        for (int i = 0; i < 3; i++) {
            result(guess(account, address));
        }
        int asked = provider().questions().size();
        for (int i = 0; i < 12; i++) {
            assertThat(result(guess(account, address).withToken(wrong()))).isEqualTo(Result.CHALLENGED);
        }
        assertThat(provider().questions().size() - asked).isEqualTo(10);
        assertThat(logIn(guess(account, address).withToken(wrong())).reason()).hasValue("too-many");
    }
}
