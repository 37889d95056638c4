package io.weir.service.envoy.decide;

import java.util.List;

/**
 * A request to ShouldRateLimit.
 *
 * @param hasBrokenText whether a text of the request is not UTF-8, which no ordinary client sends
 */
public record LimitRequest(String domain, List<RequestedDescriptor> descriptors, boolean hasBrokenText) {}
