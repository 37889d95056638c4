package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.service.access.Access;
import io.weir.service.api.RateLimitApi;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.evaluate.BatchApi;
import io.weir.service.evaluate.EvaluateApi;
import io.weir.service.evaluate.Evaluation;
import io.weir.service.evaluate.Receipts;
import io.weir.service.guard.GuardSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.guard.bot.BotScores;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.service.http.Body;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import io.weir.service.observe.Observability;
import io.weir.service.observe.ObserveSettings;
import io.weir.service.subject.SubjectsApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each call is decided by the policy that was in force when the call arrived, even if another policy replaces it meanwhile. */
final class OnePolicyPerRequestTest {

    private static final Policy NO_RULES = Policy.of(List.of());

    private final LateStore store = new LateStore();
    private final Gate gate = new Gate(NO_RULES, store);
    private final ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin", Optional.empty()));
    private final Observability observability = Observability.of(new SimpleMeterRegistry(), ObserveSettings.USUAL);
    private final Evaluation evaluation = new Evaluation(
            gate,
            observability.tracing(),
            CredentialChecks.of(Optional::empty, settings.credentials(), new SimpleMeterRegistry()),
            Receipts.of(store, Optional.empty()),
            BotScores.of(gate, new SimpleMeterRegistry()),
            ServiceChallenges.NONE);
    private final BatchApi batches = new BatchApi(evaluation, settings);
    private final List<Endpoint> endpoints = Stream.<Endpoints>of(
                    new RateLimitApi(
                            gate, observability, settings, new AuditedChanges(ServiceGuard.start(GuardSettings.NONE))),
                    new EvaluateApi(evaluation, settings),
                    batches,
                    new SubjectsApi(
                            gate,
                            observability,
                            settings.access(),
                            new AuditedChanges(ServiceGuard.start(GuardSettings.NONE))))
            .flatMap(each -> each.endpoints().stream())
            .toList();

    @AfterEach
    void close() {
        batches.close();
    }

    /** Returns a rule for keys that replaces the whole policy when it computes the cost of a request. */
    private Rule replacing(String name, Policy next) {
        ToLongFunction<Request> cost = request -> {
            gate.replace(next);
            return 1;
        };
        return ofKeys(name).withCost(new Cost.Computed("replacing", Set.of(), cost));
    }

    private static Rule ofKeys(String name) {
        return Rule.of(name, Limit.parse("7/day")).matching(Match.key("*")).per(CountBy.of(Kind.KEY));
    }

    private CompletableFuture<Reply> send(String path, String query, String body) {
        Endpoint endpoint = endpoints.stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
        HttpHeaders headers = new DefaultHttpHeaders().set("Authorization", "Bearer admin");
        return endpoint.reply(new Incoming(endpoint.method(), path + query, headers, null)
                .withBody(new Body(body.getBytes(StandardCharsets.UTF_8))));
    }

    private CompletableFuture<Reply> check(String query) {
        return send("/api/v1/rate-limit/check", query, "");
    }

    private String answer(CompletableFuture<Reply> reply) throws InterruptedException {
        for (int i = 0; i < store.calls(); i++) {
            store.answer(i);
        }
        return reply.join().body().text();
    }

    @Test
    void aCheckIsDecidedByTheRulesItStartedWith() throws Exception {
        gate.replace(Policy.of(replacing("first", NO_RULES)));
        assertThat(answer(check("?key=a&algorithm=TOKEN_BUCKET"))).contains("\"rule\":\"first\"", "\"remaining\":6");
        assertThat(gate.policy()).isSameAs(NO_RULES);
        assertThat(store.calls()).isEqualTo(1);
    }

    @Test
    void aCheckIsDecidedByTheDefaultLimitsItStartedWith() throws Exception {
        CompletableFuture<Reply> pending = check("?key=a");
        gate.replace(Policy.of(ofKeys("second")).withMode(Mode.OFF));
        assertThat(answer(pending)).contains("\"remaining\":99").doesNotContain("rule");
        assertThat(store.calls()).isEqualTo(1);
    }

    @Test
    void onePolicyDecidesAllRequestsOfABatch() throws Exception {
        gate.replace(Policy.of(replacing("first", NO_RULES)));
        CompletableFuture<Reply> pending =
                send("/api/v1/rate-limit/evaluate/batch", "", "{\"requests\":[{\"key\":\"a\"},{\"key\":\"b\"}]}");
        await().atMost(Duration.ofMinutes(1)).until(() -> store.calls() == 2);
        assertThat(answer(pending).split("\"rule\":\"first\"", -1)).hasSize(3);
    }

    @Test
    void onePolicyListsTheCountersOfASubject() throws Exception {
        Rule ofTwo = Rule.of("of-two", Limit.parse("7/day")).per(CountBy.of(Kind.TENANT, Kind.USER));
        gate.replace(Policy.of(ofTwo, replacing("first", NO_RULES)));
        assertThat(answer(send("/api/v1/subjects", "?subject=user:42", "")))
                .contains("\"rule\":\"first\"", "\"together\":[\"of-two\"]");
    }
}
