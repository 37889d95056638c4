package io.weir.spring.internal.actuator;

import io.weir.classify.IpAddress;
import io.weir.http.HttpGate;
import io.weir.policy.rule.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Explains which rules would apply to a described request and how each would decide, without taking permits. */
record PolicyExplainer(HttpGate gate) {

    private static final long MOST_SECONDS = 2;

    /** @param peer the address that the request comes from, as text */
    WebEndpointResponse<Object> explain(String method, Optional<String> path, Caller caller, Optional<String> peer) {
        if (path.filter(given -> given.startsWith("/")).isEmpty()) {
            return refused(
                    "the path is missing; write explain?path=/api/v1/orders, and optionally more about the request:"
                            + " method, user, apiKey, tenant, tier, ip");
        }
        Optional<IpAddress> address = peer.flatMap(IpAddress::parse);
        if (peer.isPresent() && address.isEmpty()) {
            return refused("the ip is not an address; write ip=192.0.2.1");
        }
        try {
            return new WebEndpointResponse<>(gate.peek(new HypotheticalRequest(method, path.get(), address), caller)
                    .thenApply(Explanation::of)
                    .toCompletableFuture()
                    .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
                    .join());
        } catch (CompletionException failed) {
            return new WebEndpointResponse<>(
                    Map.of("error", "the store does not answer: " + failed.getCause()),
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<Object> refused(String why) {
        return new WebEndpointResponse<>(Map.of("error", why), WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
