package io.weir.guard.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policy.Gate;
import io.weir.policyfile.PolicyReader;
import io.weir.redis.RedisStore;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.TimeSource;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three processes guess at once on one Redis. Windows of 15 minutes and more are frozen for as long as a test takes. */
final class LoginByProcessesTest {

    private static RedisServer redis;
    private static List<GuessingProcess> processes;

    @BeforeAll
    static void start() throws IOException {
        redis = RedisServer.start();
        processes = Stream.generate(() -> GuessingProcess.start(redis.uri()))
                .limit(3)
                .toList();
        for (GuessingProcess process : processes) {
            process.awaitReady();
        }
    }

    @AfterAll
    static void stop() {
        processes.forEach(GuessingProcess::close);
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    private static int tested(String account) throws IOException {
        for (GuessingProcess process : processes) {
            process.guess(67, account);
        }
        int tested = 0;
        for (GuessingProcess process : processes) {
            tested += process.tested();
        }
        return tested;
    }

    @Test
    void fiveOfTwoHundredGuessesAreTested() throws IOException {
        assertThat(tested("ann")).isEqualTo(5);
        assertThat(tested("ann")).as("while the lock lasts").isZero();
    }

    @Test
    void oneAddressFailsForTwentyAccounts() throws IOException {
        assertThat(tested("*")).isEqualTo(20);
    }

    @Test
    void theOwnerOfAKnownDeviceGetsInMeanwhile() throws IOException {
        try (RedisStore store = RedisStore.connect(redis.uri())) {
            Gate gate = new Gate(PolicyReader.create().read("policy.yml", "guard: {login: {path: /login}}"), store);
            LoginConfig config = LoginConfig.of(LoginContract.PEPPER, TimeSource.system());
            LoginGuard guard = LoginGuard.create(gate, store, config);
            LoginAttempt ann = LoginAttempt.of("ann", LoginContract.HOME);
            LoginDecision first = LoginContract.get(guard.before(ann));
            LoginReport report = LoginContract.get(guard.after(first, LoginOutcome.SUCCESS));
            String cookie = report.device().orElseThrow().cookie();
            assertThat(tested("ann")).isEqualTo(5);
            assertThat(LoginContract.get(guard.before(ann)).allowed()).isFalse();
            assertThat(LoginContract.get(guard.before(ann.withDevice(cookie))).allowed())
                    .isTrue();
        }
    }
}
