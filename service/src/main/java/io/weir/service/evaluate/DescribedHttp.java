package io.weir.service.evaluate;

import io.weir.classify.IpAddress;
import io.weir.http.HttpRequest;
import io.weir.policy.rule.Request;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A described request as one of HTTP, so that it is compared with the same limits. */
record DescribedHttp(Request request, RequestForm form) implements HttpRequest {

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String target() {
        return request.path();
    }

    @Override
    public String host() {
        return request.host();
    }

    @Override
    public Optional<IpAddress> peer() {
        return request.address();
    }

    /** Fields of their own precede the headers. */
    @Override
    public List<String> header(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        Optional<String> field = field(lower);
        Optional<String> value = field.isPresent() ? field : request.header(lower);
        return value.isPresent() ? List.of(value.get()) : List.of();
    }

    private Optional<String> field(String name) {
        return switch (name) {
            case "content-type" -> form.contentType();
            case "content-length" -> form.contentLength().map(Object::toString);
            default -> Optional.empty();
        };
    }

    @Override
    public List<String> headerNames() {
        return form.headerOrder().isEmpty() ? List.copyOf(request.headers().keySet()) : form.headerOrder();
    }

    @Override
    public String query() {
        return form.query();
    }
}
