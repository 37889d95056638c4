package io.weir.guard.login;

import static io.weir.policy.challenge.ChallengeOutcome.PASSED;
import static io.weir.policy.challenge.ChallengeOutcome.PROVIDER_DOWN;
import static io.weir.policy.challenge.ChallengeOutcome.REPLAYED;
import static io.weir.policy.challenge.ChallengeOutcome.TOO_MANY;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.challenge.CaptchaProvider;
import io.weir.guard.challenge.ProofOfWork;
import io.weir.guard.challenge.Siteverify;
import io.weir.guard.challenge.SiteverifyConfig;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Store;
import io.weir.testkit.captcha.FakeProvider;
import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.captcha.ReplyFault;
import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An answer to a challenge passes once on all nodes, whatever the store. Two challenges are two nodes. */
interface SingleUseContract {

    int ANSWERS = 40;

    Store store();

    TimeSource time();

    private Challenge node(FakeSiteverify provider) {
        SiteverifyConfig config =
                SiteverifyConfig.of(CaptchaProvider.TURNSTILE, FakeSiteverify.SITE_KEY, FakeSiteverify.SECRET);
        return new Siteverify(config.withUrl(provider.url()), store(), Scheduler.system());
    }

    private static ChallengeAnswer answer(String token) {
        return ChallengeAnswer.of(token, "login")
                .withAddress(IpAddress.parse("203.0.113.9").orElseThrow());
    }

    private static ChallengeOutcome verify(Challenge challenge, String token) {
        return challenge.verify(answer(token)).toCompletableFuture().join();
    }

    /** Sends the same answer to both nodes again and again, at the same time. */
    private static List<ChallengeOutcome> verifyAtOnce(List<Challenge> nodes, String token) {
        List<CompletableFuture<ChallengeOutcome>> all = new ArrayList<>();
        for (int i = 0; i < ANSWERS; i++) {
            all.add(nodes.get(i % nodes.size()).verify(answer(token)).toCompletableFuture());
        }
        return all.stream().map(CompletableFuture::join).toList();
    }

    @Test
    default void anAnswerPassesOnceOnAllNodes() {
        try (FakeSiteverify provider = FakeSiteverify.start(FakeProvider.TURNSTILE, time())) {
            List<ChallengeOutcome> outcomes =
                    verifyAtOnce(List.of(node(provider), node(provider)), provider.solve(SolvedCaptcha.of("login")));
            assertThat(outcomes).filteredOn(ChallengeOutcome::passed).hasSize(1);
            assertThat(outcomes).filteredOn(REPLAYED::equals).hasSize(ANSWERS - 1);
            assertThat(provider.questions()).hasSize(1);
        }
    }

    @Test
    default void aSolvedPuzzlePassesOnceOnAllNodes() {
        Challenge here = new ProofOfWork(LoginContract.PEPPER, store(), time(), 1);
        Challenge there = new ProofOfWork(LoginContract.PEPPER, store(), time(), 1);
        String puzzle = here.offer("login").puzzle().orElseThrow();
        List<ChallengeOutcome> outcomes = new ArrayList<>();
        // Half of all answers to a puzzle of one bit are right; each of them is an answer to the same puzzle.
        for (int i = 0; i < ANSWERS; i++) {
            outcomes.add(verify(i % 2 == 0 ? here : there, puzzle + "." + i));
        }
        assertThat(outcomes).filteredOn(ChallengeOutcome::passed).hasSize(1);
        assertThat(outcomes).contains(REPLAYED);
    }

    @Test
    default void anAnswerThatNobodyHasCheckedMayBeSentToAnotherNode() {
        try (FakeSiteverify provider = FakeSiteverify.start(FakeProvider.TURNSTILE, time())) {
            String token = provider.solve(SolvedCaptcha.of("login"));
            provider.breakReplies(ReplyFault.NO_JSON);
            assertThat(verify(node(provider), token)).isEqualTo(PROVIDER_DOWN);
            provider.breakReplies(ReplyFault.NONE);
            // The provider has seen the token, so the retry is one of a connection that broke before.
            String other = provider.solve(SolvedCaptcha.of("login"));
            assertThat(verify(node(provider), token)).isNotEqualTo(REPLAYED);
            assertThat(verify(node(provider), other)).isEqualTo(PASSED);
        }
    }

    @Test
    default void allNodesTogetherAskTheProviderTenTimesAMinuteForOneAddress() {
        try (FakeSiteverify provider = FakeSiteverify.start(FakeProvider.TURNSTILE, time())) {
            List<Challenge> nodes = List.of(node(provider), node(provider));
            List<ChallengeOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                outcomes.add(verify(nodes.get(i % 2), "guessed-" + i));
            }
            assertThat(outcomes).filteredOn(TOO_MANY::equals).hasSize(2);
            assertThat(provider.questions()).hasSize(10);
        }
    }
}
