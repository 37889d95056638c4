package io.weir.spring.internal.web;

import io.weir.http.GatedRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** Finds the HTTP request in which a method is called, by the thread of a servlet request. */
public final class CurrentRequest {

    private static final boolean WEB = ClassUtils.isPresent(
            "org.springframework.web.context.request.RequestContextHolder", CurrentRequest.class.getClassLoader());

    private final String attribute;

    /** @param attribute the request attribute in which filters keep the {@link GatedRequest} */
    public CurrentRequest(String attribute) {
        this.attribute = attribute;
    }

    /** The request of the current thread. */
    public Optional<GatedRequest> here() {
        return WEB ? gated(Servlets.attribute(attribute)) : Optional.empty();
    }

    private static Optional<GatedRequest> gated(@Nullable Object found) {
        return found instanceof GatedRequest known ? Optional.of(known) : Optional.empty();
    }

    /** A class of its own, because spring-web is optional. */
    private static final class Servlets {

        static @Nullable Object attribute(String name) {
            RequestAttributes attributes = RequestContextHolder.getRequestAttributes();
            return attributes == null ? null : attributes.getAttribute(name, RequestAttributes.SCOPE_REQUEST);
        }
    }
}
