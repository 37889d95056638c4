package io.weir.service.observe;

import io.opentelemetry.sdk.trace.export.SpanExporter;

/**
 * The destination of spans.
 *
 * @param part the part of the checks outside of any trace that get a span, from 0 to 1
 */
public record TraceSettings(SpanExporter exporter, double part) {}
