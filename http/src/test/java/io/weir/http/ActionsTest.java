package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.policy.BlockedSubject;
import io.weir.policy.Blocks;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.time.ManualTime;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The responses to challenges, locks, blocks and denials with a status. */
final class ActionsTest {

    private static final Rule EVERYBODY = Rule.of("everybody", Limit.parse("100/day"));

    /** Accepts every proof, so do not copy this class. */
    private static final class Proofs implements Classifier {

        @Override
        public Request classify(Request request) {
            return request.header("x-proof").isPresent() ? request.withChallengePassed() : request;
        }

        @Override
        public Set<String> headers() {
            return Set.of("X-Proof");
        }
    }

    @Test
    void aChallengeIsA403WithoutRetryAfterUntilItIsPassed() throws Exception {
        Rule challenge =
                Rule.of("challenge", Limit.parse("1/day")).per(CountBy.IP).then(new Then.Challenge());
        try (Site site =
                new Site(EVERYBODY, challenge).classifying(new Proofs()).start()) {
            assertThat(site.get("/a").statusCode()).isEqualTo(200);
            HttpResponse<String> challenged = site.get("/a");
            assertThat(challenged.statusCode()).isEqualTo(403);
            assertThat(challenged.headers().firstValue("Retry-After")).isEmpty();
            assertThat(challenged.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(challenged.body())
                    .contains("\"type\":\"urn:weir:challenge-required\"")
                    .contains("\"rule\":\"challenge\"");
            assertThat(site.get("/a", "X-Proof", "solved").statusCode()).isEqualTo(200);
            assertThat(site.app.calls).hasValue(2);
        }
    }

    @Test
    void aDenialHasTheStatusOfItsRule() throws Exception {
        try (Site site = new Site(Rule.of("hidden", Limit.parse("1/day")).then(new Then.Deny(404))).start()) {
            assertThat(site.get("/a").statusCode()).isEqualTo(200);
            HttpResponse<String> denied = site.get("/a");
            assertThat(denied.statusCode()).isEqualTo(404);
            assertThat(denied.body()).contains("\"title\":\"Not Found\"").contains("\"status\":404");
        }
    }

    @Test
    void fiveFailedLoginsLockForFifteenMinutes() throws Exception {
        Rule lock = Rule.of("login-lock", Limit.slidingWindow(Rate.of(5, Duration.ofMinutes(15))))
                .matching(Match.path("/status/**"))
                .per(CountBy.IP)
                .withOutcome(new Outcome(Set.of(401), Set.of()))
                .then(new Then.Lock(Duration.ofMinutes(15)));
        try (Site site = new Site(EVERYBODY, lock).start()) {
            for (int i = 0; i < 5; i++) {
                assertThat(site.get("/status/200").statusCode()).isEqualTo(200);
                assertThat(site.get("/status/401").statusCode()).isEqualTo(401);
            }
            site.time.advance(Duration.ofMinutes(5));
            HttpResponse<String> locked = site.get("/status/200");
            assertThat(locked.statusCode()).isEqualTo(429);
            assertThat(locked.headers().firstValue("Retry-After")).contains("600");
            assertThat(locked.body()).contains("rule login-lock is locked after too many attempts; try again in 600 s");
            site.time.advance(Duration.ofMinutes(10));
            assertThat(site.get("/status/200").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aBlockIsA403WithItsEnd() {
        ManualTime time = ManualTime.create();
        Instant until = Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS).plusSeconds(90);
        Gate gate = new Gate(Policy.of(EVERYBODY), new MemoryStore(time))
                .withBlocks(
                        new Blocks() {
                            @Override
                            public Optional<BlockedSubject> find(Request request) {
                                return Optional.of(
                                        new BlockedSubject(new Subject("ip", "192.0.2.1"), until, "abuse", "ann"));
                            }

                            @Override
                            public void begin(Subject subject, Duration length, String rule) {}
                        },
                        time);
        Refusal blocked = Responder.of(HeaderStyle.USUAL).refusal(gate.checkNow(Request.of("GET", "/")));
        assertThat(blocked.status()).isEqualTo(403);
        assertThat(blocked.headers()).containsEntry("Retry-After", "90");
        assertThat(blocked.body())
                .contains("\"type\":\"urn:weir:blocked\"")
                .contains("\"until\":\"" + until + "\"")
                .doesNotContain("abuse")
                .doesNotContain("192.0.2.1");
    }

    @Test
    void aResponderMayReplaceEveryRefusal() {
        Rule challenge = Rule.of("challenge", Limit.parse("1/day")).then(new Then.Challenge());
        Gate gate = new Gate(Policy.of(challenge), new MemoryStore());
        gate.checkNow(Request.of("GET", "/"));
        Responder own = Responder.of(HeaderStyle.USUAL).withRefusals(refusal -> refusal.withBody("text/plain", "no"));
        Refusal refusal = own.refusal(gate.checkNow(Request.of("GET", "/")));
        assertThat(refusal.status()).isEqualTo(403);
        assertThat(refusal.body()).isEqualTo("no");
    }
}
