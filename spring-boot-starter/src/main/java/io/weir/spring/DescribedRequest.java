package io.weir.spring;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import java.util.List;
import java.util.Optional;

/** A request that nobody has sent: what rules would say of it is asked. It has no headers. */
record DescribedRequest(String method, String target, Optional<IpAddress> peer) implements HttpRequest {

    @Override
    public String host() {
        return "";
    }

    @Override
    public List<String> header(String name) {
        return List.of();
    }
}
