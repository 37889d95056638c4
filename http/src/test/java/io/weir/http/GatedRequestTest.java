package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.classify.spi.BypassAttempt;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.BotTerms.HoneypotField;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class GatedRequestTest {

    private record Sent(String target) implements HttpRequest {

        @Override
        public String method() {
            return "GET";
        }

        @Override
        public String host() {
            return "";
        }

        @Override
        public Optional<IpAddress> peer() {
            return IpAddress.parse("192.0.2.1");
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }
    }

    private final Rule all = Rule.of("all", Limit.parse("2/min")).per(CountBy.IP);
    private final Rule exports = Rule.of("exports", Limit.parse("10/min"))
            .matching(Match.path("/exports"))
            .per(CountBy.IP);
    private final Gate gate = new Gate(Policy.of(all, exports), new MemoryStore(ManualTime.create()));
    private final List<BypassAttempt> attempts = new ArrayList<>();
    private final HttpGate http = new HttpGate(
            gate,
            RequestReader.USUAL.withAttempts(attempts::add),
            Responder.of(HeaderStyle.USUAL),
            new Holding(1, ManualTime.create()));

    private GatedRequest passed(String target) {
        GatedRequest gated = http.open(new Sent(target));
        assertThat(gated.checkNow(Stage.WHOLE, Caller.ANONYMOUS)).isEmpty();
        return gated;
    }

    @Test
    void theChargeOfARuleIsClaimedOnce() {
        GatedRequest gated = passed("/exports");
        assertThat(gated.claim("exports")).isTrue();
        assertThat(gated.claim("exports")).isFalse();
        assertThat(gated.claim("all")).isTrue();
        assertThat(passed("/").claim("exports")).isFalse();
    }

    @Test
    void headersDescribeAnotherRulingInstead() {
        GatedRequest gated = passed("/");
        Map<String, String> headers = new HashMap<>();
        Ruling other = http.gate()
                .checkRule("exports", gated.request().orElseThrow())
                .toCompletableFuture()
                .join()
                .tightest()
                .orElseThrow();
        assertThat(gated.describeInstead(other)).isFalse();
        gated.describe(headers::put);
        assertThat(headers).containsEntry("X-RateLimit-Remaining", "1");
        assertThat(gated.describeInstead(other)).isTrue();
        assertThat(headers).containsEntry("X-RateLimit-Limit", "10").containsEntry("X-RateLimit-Remaining", "9");
    }

    @Test
    void aNamedRuleUsesTheCountersOfMatchingRequests() {
        GatedRequest gated = passed("/exports");
        Verdict verdict = gate.checkRule("exports", gated.request().orElseThrow())
                .toCompletableFuture()
                .join();
        assertThat(verdict.explain()).isEqualTo("allowed; exports: allowed, 8 of 10 left for ip:192.0.2.1 (10/min)");
        assertThat(gate.checkRule("none", gated.request().orElseThrow())
                        .toCompletableFuture()
                        .join()
                        .rulings())
                .isEmpty();
    }

    @Test
    void peekingTakesNothingAndCountsNoAttempt() {
        for (int i = 0; i < 10; i++) {
            Optional<Verdict> verdict = http.peek(new Sent("/"), Caller.ANONYMOUS)
                    .toCompletableFuture()
                    .join();
            assertThat(verdict.orElseThrow().allowed()).isTrue();
        }
        assertThat(http.peek(new Sent("/health/live"), Caller.ANONYMOUS)
                        .toCompletableFuture()
                        .join())
                .isEmpty();
        assertThat(http.peek(new Sent("//login"), Caller.ANONYMOUS)
                        .toCompletableFuture()
                        .join())
                .isEmpty();
        assertThat(attempts).isEmpty();
    }

    /** Has a form with a field filled in. */
    private record FilledIn(Sent sent) implements HttpRequest {

        @Override
        public CompletionStage<Optional<String>> field(List<String> names) {
            return CompletableFuture.completedStage(names.contains("website") ? Optional.of("spam") : Optional.empty());
        }

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String target() {
            return sent.target();
        }

        @Override
        public String host() {
            return "";
        }

        @Override
        public Optional<IpAddress> peer() {
            return sent.peer();
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }
    }

    @Test
    void aFilledInHoneypotIsRefusedAndInShadowOnlyAFact() {
        BotTerms terms =
                BotTerms.NONE.withHoneypotFields(List.of(new HoneypotField(PathPattern.parse("/sign-up"), "website")));
        gate.replace(gate.policy().withBots(terms));
        GatedRequest refused = http.open(new FilledIn(new Sent("/sign-up")));
        assertThat(refused.checkNow(Stage.WHOLE, Caller.ANONYMOUS).orElseThrow().status())
                .isEqualTo(403);
        assertThat(refused.request().orElseThrow().fact("honeypot")).hasValue("website");
        gate.replace(gate.policy().withMode(Mode.SHADOW));
        GatedRequest shadowed = http.open(new FilledIn(new Sent("/sign-up")));
        assertThat(shadowed.checkNow(Stage.WHOLE, Caller.ANONYMOUS)).isEmpty();
        assertThat(shadowed.request().orElseThrow().fact("honeypot")).hasValue("website");
    }

    @Test
    void peekingAsksClassifiersToDescribeOnly() {
        List<String> asked = new ArrayList<>();
        Classifier remembering = new Classifier() {
            @Override
            public Request classify(Request request) {
                asked.add("classify");
                return request;
            }

            @Override
            public Request describe(Request request) {
                asked.add("describe");
                return request;
            }
        };
        http.withClassifier(Classifier.of(List.of(remembering)))
                .peek(new Sent("/"), Caller.ANONYMOUS)
                .toCompletableFuture()
                .join();
        assertThat(asked).containsExactly("describe");
    }

    @Test
    void aRequestIsSettledByTheOutcomeOfItsLogin() {
        List<Integer> statuses = new ArrayList<>();
        GatedRequest gated = http.withStatuses(statuses::add).open(new Sent("/"));
        gated.checkNow(Stage.WHOLE, Caller.ANONYMOUS);
        gated.settleAs(401);
        gated.settle(302);
        assertThat(statuses).containsExactly(401);
    }

    @Test
    void refusalsCanBeChanged() {
        Responder own = Responder.of(HeaderStyle.USUAL).withRefusals(reply -> reply.withBody("text/plain", "later"));
        passed("/");
        Verdict denied = gate.checkNow(passed("/").request().orElseThrow());
        Refusal reply = own.denied(denied);
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.body()).isEqualTo("later");
        assertThat(reply.headers()).containsEntry("Content-Type", "text/plain").containsKey("Retry-After");
    }
}
