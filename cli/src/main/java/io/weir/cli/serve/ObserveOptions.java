package io.weir.cli.serve;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.weir.cli.command.WeirOptions;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.service.observe.ObserveSettings;
import io.weir.service.observe.ReportingSpanExporter;
import io.weir.service.observe.TraceSettings;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for what operators see of {@code weir serve}. */
public final class ObserveOptions extends WeirOptions {

    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--show-subjects",
            description =
                    "Shows subjects by their names, such as user:42, in the log and to administrators; by a hash of"
                            + " them by default.")
    private boolean showSubjects;

    @Option(
            names = "--traces",
            paramLabel = "<url>",
            description = "Sends a span for each check to this OpenTelemetry collector, by OTLP over HTTP, such as"
                    + " http://localhost:4318/v1/traces; none by default.")
    private @Nullable URI traces;

    @Option(
            names = "--traces-part",
            paramLabel = "<part>",
            defaultValue = "1",
            description = "The part of the checks outside of any trace that get a span, such as 0.01; all (1) by"
                    + " default.")
    private double part;

    public ObserveSettings settings() {
        if (!(part >= 0 && part <= 1)) {
            throw wrong("--traces-part must be from 0 to 1, such as 0.01, but was " + part);
        }
        return new ObserveSettings(
                showSubjects ? SubjectNames.SHOWN : SubjectNames.HASHED,
                Optional.ofNullable(traces).map(this::settings));
    }

    private TraceSettings settings(URI url) {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        boolean hasPath = url.getPath() != null && url.getPath().length() > 1;
        if (!http || url.getHost() == null || url.getPort() == 0 || url.getPort() > MOST_PORT || !hasPath) {
            throw wrong("--traces must be like http://localhost:4318/v1/traces, but was " + url);
        }
        SpanExporter exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(url.toString()).build();
        return new TraceSettings(new ReportingSpanExporter(exporter, url), part);
    }
}
