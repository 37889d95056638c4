package io.weir.service.observe;

import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.netty.handler.codec.http.HttpHeaders;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.weir.metrics.CheckObservations;
import io.weir.policy.Verdict;
import io.weir.service.http.Incoming;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes a span for each check, in the trace of its caller, if there is a destination for spans. */
public final class Tracing implements AutoCloseable {

    private static final Duration SENT_EVERY = Duration.ofSeconds(1);
    private static final long LONGEST_END_SECONDS = 3;

    private final Optional<SdkTracerProvider> spans;
    private final Optional<CheckObservations> checks;

    public Tracing(Optional<TraceSettings> settings) {
        this.spans = settings.map(Tracing::provider);
        this.checks = spans.map(provider -> new CheckObservations(registry(provider)));
    }

    private static SdkTracerProvider provider(TraceSettings settings) {
        return SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "weir"))))
                // A caller that has a trace decides whether the span is kept.
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.part())))
                .addSpanProcessor(BatchSpanProcessor.builder(settings.exporter())
                        .setScheduleDelay(SENT_EVERY)
                        .build())
                .build();
    }

    private static ObservationRegistry registry(SdkTracerProvider provider) {
        Tracer tracer = provider.get("io.weir");
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new PropagatingReceiverTracingObservationHandler<>(
                        new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {}),
                        new OtelPropagator(
                                ContextPropagators.create(W3CTraceContextPropagator.getInstance()), tracer)));
        return registry;
    }

    public CompletionStage<Verdict> verdict(Incoming incoming, Supplier<CompletionStage<Verdict>> check) {
        return checks.isEmpty() ? check.get() : checks.get().verdict(() -> context(incoming), check);
    }

    private static Context context(Incoming incoming) {
        ReceiverContext<HttpHeaders> context = new ReceiverContext<>(HttpHeaders::get, Kind.SERVER);
        context.setCarrier(incoming.headers());
        return context;
    }

    /** Sends the remaining spans, unless there is no destination. */
    @Override
    public void close() {
        spans.ifPresent(provider -> provider.shutdown().join(LONGEST_END_SECONDS, TimeUnit.SECONDS));
    }
}
