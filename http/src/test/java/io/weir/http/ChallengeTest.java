package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.Classifier;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What clients see of challenges, and what becomes of their answers. */
final class ChallengeTest {

    private static final String ANSWER = "X-Weir-Challenge";
    private static final Rule EVERYBODY =
            Rule.of("everybody", Limit.parse("100/day")).per(CountBy.IP);
    private static final Rule LOGIN = Rule.of("login-challenge-ip", Limit.parse("1/day"))
            .matching(Match.path("/login"))
            .per(CountBy.IP)
            .then(new Then.Challenge());

    /** A challenge whose answers name their outcomes. */
    private static final class WordChallenge implements Challenge {

        private final List<ChallengeAnswer> answers = new CopyOnWriteArrayList<>();
        private final Optional<String> puzzle;

        WordChallenge(Optional<String> puzzle) {
            this.puzzle = puzzle;
        }

        @Override
        public ChallengeOffer offer(String action) {
            return new ChallengeOffer("words", Optional.of("site-1"), action, puzzle);
        }

        @Override
        public CompletionStage<ChallengeOutcome> verify(ChallengeAnswer answer) {
            answers.add(answer);
            return CompletableFuture.supplyAsync(() -> ChallengeOutcome.valueOf(answer.token()));
        }
    }

    private static final class Heard implements ChallengeListener {

        private final AtomicInteger triggered = new AtomicInteger();
        private final List<ChallengeOutcome> outcomes = new CopyOnWriteArrayList<>();

        @Override
        public void triggered(Verdict verdict) {
            triggered.incrementAndGet();
        }

        @Override
        public void answered(Request request, ChallengeOutcome outcome, long micros) {
            assertThat(micros).isNotNegative();
            outcomes.add(outcome);
        }
    }

    private final WordChallenge words = new WordChallenge(Optional.empty());
    private final Heard heard = new Heard();

    @Test
    void aClientIsToldTheChallengeAndMayPassOnceWithEachAnswer() throws Exception {
        try (Site site = new Site(EVERYBODY, LOGIN).challenging(words, heard).start()) {
            assertThat(site.get("/login", ANSWER, "PASSED").statusCode()).isEqualTo(200);
            assertThat(words.answers).as("nobody asked for one").isEmpty();

            HttpResponse<String> challenged = site.get("/login");
            assertThat(challenged.statusCode()).isEqualTo(403);
            assertThat(challenged.body())
                    .contains("\"type\":\"urn:weir:challenge-required\"")
                    .contains("\"challenge\":{\"provider\":\"words\",\"siteKey\":\"site-1\",\"action\":\"login\"}")
                    .contains("\"rule\":\"login-challenge-ip\"")
                    .doesNotContain("reason");

            HttpResponse<String> refused = site.get("/login", ANSWER, "LOW_SCORE");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("\"reason\":\"low-score\"").contains("\"siteKey\":\"site-1\"");

            assertThat(site.get("/login", ANSWER, "PASSED").statusCode()).isEqualTo(200);
            assertThat(site.get("/login").statusCode())
                    .as("one answer, one request")
                    .isEqualTo(403);
            assertThat(site.app.calls).hasValue(2);
            assertThat(Site.remaining(site.get("/other")))
                    .as("refused requests take nothing")
                    .isEqualTo("97");
        }
        assertThat(words.answers)
                .extracting(ChallengeAnswer::actions)
                .containsExactly(Set.of("login"), Set.of("login"));
        assertThat(words.answers.get(0).address().orElseThrow()).hasToString("127.0.0.1");
        assertThat(heard.outcomes).containsExactly(ChallengeOutcome.LOW_SCORE, ChallengeOutcome.PASSED);
        assertThat(heard.triggered).hasValue(2);
    }

    @Test
    void anAnswerThatCannotBeCheckedIsNeverWavedThrough() throws Exception {
        try (Site site = new Site(EVERYBODY, LOGIN).challenging(words, heard).start()) {
            site.get("/login");
            HttpResponse<String> down = site.get("/login", ANSWER, "PROVIDER_DOWN");
            assertThat(down.statusCode()).isEqualTo(503);
            assertThat(down.headers().firstValue("Retry-After")).contains("5");
            assertThat(down.body()).contains("\"type\":\"urn:weir:challenge-unavailable\"");
            assertThat(site.app.calls).hasValue(1);
            assertThat(Site.remaining(site.get("/other"))).isEqualTo("98");
        }
    }

    @Test
    void aPuzzleIsOfferedInPlaceOfAProviderThatIsDown() throws Exception {
        WordChallenge puzzles = new WordChallenge(Optional.of("2+2"));
        try (Site site = new Site(EVERYBODY, LOGIN).challenging(puzzles, heard).start()) {
            site.get("/login");
            HttpResponse<String> down = site.get("/login", ANSWER, "PROVIDER_DOWN");
            assertThat(down.statusCode()).isEqualTo(403);
            assertThat(down.body()).contains("\"puzzle\":\"2+2\"").contains("\"reason\":\"provider-down\"");
        }
    }

    @Test
    void aDenialIsNotLiftedByAnAnswer() throws Exception {
        Rule hard = Rule.of("hard", Limit.parse("1/day")).matching(Match.path("/login"));
        try (Site site = new Site(LOGIN, hard).challenging(words, heard).start()) {
            assertThat(site.get("/login").statusCode()).isEqualTo(200);
            assertThat(site.get("/login", ANSWER, "PASSED").statusCode()).isEqualTo(429);
            assertThat(words.answers).isEmpty();
        }
    }

    @Test
    void bothStagesTakeOneAnswer() throws Exception {
        Rule late = Rule.of("late", Limit.parse("1/day"))
                .matching(Match.path("/login"))
                .per(CountBy.CALLER)
                .then(new Then.Challenge());
        try (Site site = new Site(EVERYBODY, LOGIN, late)
                .challenging(words, heard)
                .inTwoStages()
                .start()) {
            assertThat(site.get("/login", Site.USER, "ann").statusCode()).isEqualTo(200);
            assertThat(site.get("/login", Site.USER, "ann").statusCode()).isEqualTo(403);
            assertThat(site.get("/login", Site.USER, "ann", ANSWER, "PASSED").statusCode())
                    .isEqualTo(200);
            assertThat(words.answers).hasSize(1);
        }
    }

    @Test
    void twoAnswersAreNone() throws Exception {
        try (Site site = new Site(EVERYBODY, LOGIN).challenging(words, heard).start()) {
            site.get("/login");
            assertThat(site.get("/login", ANSWER, "PASSED", ANSWER, "PASSED").statusCode())
                    .isEqualTo(403);
            assertThat(words.answers).isEmpty();
        }
    }

    /** Remembers what it was told. */
    private static final class Noting implements Classifier {

        private final List<Map<String, String>> facts = new CopyOnWriteArrayList<>();
        private final List<String> responses = new CopyOnWriteArrayList<>();

        @Override
        public Request classify(Request request) {
            facts.add(request.facts());
            return request.withFact("seen", "yes");
        }

        @Override
        public Set<String> headers() {
            return Set.of("User-Agent");
        }

        @Override
        public void responded(Request request, int status) {
            responses.add(request.path() + " " + request.facts().get("seen") + " " + status);
        }
    }

    @Test
    void aClassifierKnowsTheConnectionAndLearnsTheStatusOfResponses() throws Exception {
        Noting noting = new Noting();
        Rule seen =
                Rule.of("seen", Limit.parse("2/day")).matching(Match.ALL.withFacts(Map.of("seen", new Glob("yes"))));
        try (Site site = new Site(seen).classifying(noting).start()) {
            site.get("/status/404", "X-One", "1", "X-Two", "2");
            site.get("/a");
            site.get("/a");
        }
        assertThat(noting.responses).containsExactly("/status/404 yes 404", "/a yes 200");
        Map<String, String> facts = noting.facts.get(0);
        assertThat(facts).containsEntry("secure", "false").containsKey("protocol");
        List<String> order =
                new ArrayList<>(List.of(facts.getOrDefault("header-order", "").split(",", -1)));
        assertThat(order).contains("host", "user-agent").containsSubsequence("x-one", "x-two");
    }
}
