package io.weir.service.observe;

import io.opentelemetry.sdk.trace.export.SpanExporter;

/**
 * Where spans go.
 *
 * @param part how many of the checks that are in nobody's trace get one, from 0 to 1
 */
public record TraceSettings(SpanExporter exporter, double part) {}
