package io.weir.service.observe;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans through another exporter, and logs once when that begins to fail and once when it works again. */
public final class ReportingSpanExporter implements SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    private final SpanExporter exporter;
    private final String collector;
    /** The spans that were lost since the exporter last worked. */
    private final AtomicLong lost = new AtomicLong();

    public ReportingSpanExporter(SpanExporter exporter, URI collector) {
        this.exporter = exporter;
        // The address without a password or token in it.
        this.collector = collector.getScheme() + "://" + collector.getHost()
                + (collector.getPort() < 0 ? "" : ":" + collector.getPort()) + collector.getPath();
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode sending = exporter.export(spans);
        return sending.whenComplete(() -> tell(sending, count));
    }

    private void tell(CompletableResultCode sent, int count) {
        if (sent.isSuccess()) {
            long before = lost.getAndSet(0);
            if (before > 0) {
                LOG.info("Spans are sent to {} again; {} or more were lost", collector, before);
            }
        } else if (lost.getAndAdd(count) == 0) {
            LOG.warn(
                    "Spans cannot be sent to {} and are lost, checks are answered all the same: {}",
                    collector,
                    reason(sent.getFailureThrowable()));
        }
    }

    private static String reason(@Nullable Throwable failure) {
        Throwable cause = failure;
        // The exceptions around the cause of a closed connection tell an operator nothing.
        while (cause != null && !(cause instanceof IOException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == failure || cause == null
                ? "it does not answer like a collector; is the path right?"
                : cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
