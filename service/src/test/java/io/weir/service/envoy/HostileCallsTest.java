package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.UnknownFieldSet;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.weir.limit.Decision;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that Envoy does not send, and stores that do not answer. */
final class HostileCallsTest {

    /** A store that answers when the test opens its gate. */
    private static final class SlowStore extends ForwardingStore {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

        SlowStore() {
            super(new MemoryStore());
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            calls.incrementAndGet();
            return gate.thenCompose(open -> store().charge(charges));
        }

        @Override
        public CompletionStage<List<Decision>> peek(List<Charge> charges) {
            throw new IllegalStateException("out of order");
        }
    }

    private final SlowStore store = new SlowStore();

    @TempDir
    private Path folder;

    private ServedEnvoy envoy;

    @BeforeEach
    void serve() {
        envoy = ServedEnvoy.start(
                folder,
                store,
                "domain: d",
                "descriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: 1000}}]");
    }

    @AfterEach
    void stop() {
        envoy.close();
    }

    private Status rejection(RateLimitRequest.Builder request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> envoy.ask(request.build()))
                .getStatus();
    }

    private Status rejection(RateLimitDescriptor... descriptors) {
        return rejection(request(descriptors));
    }

    private static RateLimitRequest.Builder request(RateLimitDescriptor... descriptors) {
        return RateLimitRequest.newBuilder().setDomain("d").addAllDescriptors(List.of(descriptors));
    }

    private static void assertInvalid(Status status, String message) {
        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).isEqualTo(message);
    }

    private void assertUnharmed() {
        assertThat(envoy.ask("d", descriptor("k", "v")).getOverallCode()).isEqualTo(Code.OK);
    }

    @Test
    void rejectsARequestWithoutADomainOrDescriptors() {
        assertInvalid(rejection(request(descriptor("k", "v")).setDomain("")), "rate limit domain must not be empty");
        assertInvalid(rejection(), "rate limit descriptor list must not be empty");
        assertUnharmed();
    }

    @Test
    void rejectsTooManyDescriptors() {
        RateLimitDescriptor[] many = new RateLimitDescriptor[201];
        Arrays.fill(many, descriptor("k", "v"));
        assertInvalid(rejection(many), "descriptors must be at most 200, but are 201");
        assertThat(store.calls).hasValue(0);
        assertUnharmed();
    }

    @Test
    void rejectsTooManyEntries() {
        String[] many = new String[102];
        Arrays.fill(many, "k");
        assertInvalid(rejection(descriptor("k", "v"), descriptor(many)), "descriptors[1].entries must be at most 50");
    }

    @Test
    void readsTextOfAnyLengthThatFitsIntoAMessage() {
        String text = "x".repeat(200_000);
        assertThat(envoy.ask("d", descriptor("k", text)).getStatuses(0).getLimitRemaining())
                .isEqualTo(999);
        assertThat(envoy.ask("d", descriptor("k", text)).getStatuses(0).getLimitRemaining())
                .isEqualTo(998);
    }

    @Test
    void rejectsALimitOfAnUnknownUnit() {
        assertInvalid(
                rejection(descriptor("k", "v").toBuilder()
                        .setLimit(RateLimitOverride.newBuilder()
                                .setRequestsPerUnit(5)
                                .setUnitValue(99))
                        .build()),
                "descriptors[0].limit.unit must be SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR, but was 99");
    }

    @Test
    void deniesAMessageThatIsTooLargeInsteadOfFailing() {
        for (int copies : new int[] {5, 100}) {
            RateLimitDescriptor[] many = new RateLimitDescriptor[copies];
            Arrays.fill(many, descriptor("k", "x".repeat(60_000)));
            assertThat(envoy.ask("d", many).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        }
        assertThat(store.calls).hasValue(0);
        assertThat(envoy.registry()
                        .get("rate_limiter.envoy.suspect")
                        .tag("reason", "too_large")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertUnharmed();
    }

    @Test
    void ignoresUnknownFields() {
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                .addField(1_234, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                .build();
        RateLimitDescriptor odd =
                descriptor("k", "v").toBuilder().setUnknownFields(unknown).build();
        assertThat(envoy.ask(request(odd).setUnknownFields(unknown).build()).getOverallCode())
                .isEqualTo(Code.OK);
    }

    @Test
    void countsUnusualTextLikeAnyOther() {
        for (String text : List.of("", " ", "\u0000", "\r\n", "\u202e", "😀", "*", "%", "{}", "'; DROP", "../..")) {
            assertThat(envoy.ask("d", descriptor("k", text)).getStatuses(0).getLimitRemaining())
                    .as(text)
                    .isEqualTo(999);
            assertThat(envoy.ask("d", descriptor(text, text)).getOverallCode()).isEqualTo(Code.OK);
            assertThat(envoy.ask(text + "x", descriptor("k", text)).getOverallCode())
                    .isEqualTo(Code.OK);
        }
    }

    @Test
    void endsACallWhoseDeadlineHasPassedAndAnswersTheNext() {
        store.gate = new CompletableFuture<>();
        StatusRuntimeException late = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> envoy.stub()
                        .withDeadlineAfter(200, TimeUnit.MILLISECONDS)
                        .shouldRateLimit(request(descriptor("k", "v")).build()));
        assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        store.gate.complete(null);
        assertUnharmed();
    }

    @Test
    void hidesInternalFailures() {
        Status status = rejection(ServedEnvoy.hits(0, descriptor("k", "v")));
        assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(status.getDescription()).isEqualTo("the limits could not be decided; the log says why");
        assertUnharmed();
    }
}
