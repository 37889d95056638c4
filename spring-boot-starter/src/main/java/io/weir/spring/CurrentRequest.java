package io.weir.spring;

import io.weir.http.Passage;
import io.weir.policy.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import reactor.util.context.ContextView;

/** Finds the request in which a method is called. */
final class CurrentRequest {

    /** Where there is none: a rule that counts callers meets nobody then. */
    private static final Request NONE = Request.of("", "/");

    private static final boolean WEB = ClassUtils.isPresent(
            "org.springframework.web.context.request.RequestContextHolder", CurrentRequest.class.getClassLoader());

    private final String attribute;

    /** @param attribute the name under which filters keep a request's passage */
    CurrentRequest(String attribute) {
        this.attribute = attribute;
    }

    /** That of this thread. */
    Request here() {
        return WEB ? request(Servlets.attribute(attribute)) : NONE;
    }

    /** That of a reactive chain. */
    Request in(ContextView context) {
        return context.hasKey(Passage.class) ? request(context.get(Passage.class)) : here();
    }

    private static Request request(@Nullable Object passage) {
        return passage instanceof Passage known ? known.request().orElse(NONE) : NONE;
    }

    /** Apart, since an application need not be one for the web. */
    private static final class Servlets {

        static @Nullable Object attribute(String name) {
            RequestAttributes attributes = RequestContextHolder.getRequestAttributes();
            return attributes == null ? null : attributes.getAttribute(name, RequestAttributes.SCOPE_REQUEST);
        }
    }
}
