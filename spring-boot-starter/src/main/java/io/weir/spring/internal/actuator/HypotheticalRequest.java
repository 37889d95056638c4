package io.weir.spring.internal.actuator;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import java.util.List;
import java.util.Optional;

/** A request that was described to the actuator but not sent. It has no headers. */
record HypotheticalRequest(String method, String target, Optional<IpAddress> peer) implements HttpRequest {

    @Override
    public String host() {
        return "";
    }

    @Override
    public List<String> header(String name) {
        return List.of();
    }
}
