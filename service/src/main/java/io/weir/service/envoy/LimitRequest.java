package io.weir.service.envoy;

import java.util.List;

/**
 * A request of ShouldRateLimit.
 *
 * @param hasBrokenText whether a text of it is no UTF-8, as only a client that means to makes one
 */
record LimitRequest(String domain, List<Asked> asked, boolean hasBrokenText) {}
