package io.weir.service.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.weir.blackbox.Calls;
import io.weir.limit.Limit;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.policy.Bypass;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The spans of a running service. */
final class TracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final Access ACCESS = new Access(Calls.ADMIN, Optional.empty());
    private static final Kept SPANS = new Kept(new CopyOnWriteArrayList<>());
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final WeirService SERVICE = WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS)
            .withObserve(new ObserveSettings(SubjectNames.HASHED, Optional.of(new TraceSettings(SPANS, 1)))));

    /** Keeps all exported spans. */
    private record Kept(List<SpanData> spans) implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> more) {
            spans.addAll(more);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void forgetSpans() {
        SPANS.spans().clear();
        SERVICE.gate()
                .replace(Policy.of(
                                Rule.of("users", Limit.parse("1/h")).per(CountBy.of(Kind.USER)),
                                Rule.of("watched", Limit.parse("1 per 100day")).withMode(Mode.SHADOW))
                        .withBypasses(List.of(Bypass.user("batch", "robot"))));
    }

    private static void send(String method, String target, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + SERVICE.port() + "/api/v1/rate-limit/" + target))
                .method(method, BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static void evaluate(String user) throws Exception {
        send("POST", "evaluate", "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"" + user + "\"}");
    }

    private static List<String> outcomes(int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> SPANS.spans().size() >= count);
        return SPANS.spans().stream()
                .map(span ->
                        span.getName() + " " + attribute(span, "weir.rule") + " " + attribute(span, "weir.outcome"))
                .toList();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    @Test
    void everyEvaluationIsASpanWithRuleAndOutcome() throws Exception {
        evaluate("oncall");
        evaluate("oncall");
        evaluate("robot");
        evaluate("deployer");
        assertThat(outcomes(4))
                .containsExactly(
                        "rate limit check users allowed",
                        "rate limit check users denied",
                        "rate limit check none bypassed",
                        "rate limit check watched would_deny");
        assertThat(SPANS.spans()).allSatisfy(span -> assertThat(span.toString()).doesNotContain("oncall", "robot"));
        assertThat(SPANS.spans()).extracting(SpanData::getKind).containsOnly(SpanKind.SERVER);
    }

    @Test
    void everyCheckOfAKeyIsASpanInTheTraceOfItsCaller() throws Exception {
        String query = "check?permits=60&key=secret-key";
        send("GET", query, "", "traceparent", "00-" + TRACE + "-b7ad6b7169203331-01");
        send("GET", query, "");
        assertThat(outcomes(2))
                .containsExactly("rate limit check token-bucket allowed", "rate limit check token-bucket denied");
        assertThat(SPANS.spans().get(0).getTraceId()).isEqualTo(TRACE);
        assertThat(SPANS.spans().get(0).getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(SPANS.spans().get(1).getTraceId()).isNotEqualTo(TRACE);
        assertThat(SPANS.spans()).allSatisfy(span -> assertThat(span.toString()).doesNotContain("secret-key"));
    }

    @Test
    void theCallerDecidesWhetherItsTraceIsKept() throws Exception {
        send("GET", "check?key=a", "", "traceparent", "00-" + TRACE + "-b7ad6b7169203331-00");
        send("GET", "check?key=b", "");
        assertThat(outcomes(1)).hasSize(1);
        assertThat(SPANS.spans().get(0).getTraceId()).isNotEqualTo(TRACE);
    }
}
