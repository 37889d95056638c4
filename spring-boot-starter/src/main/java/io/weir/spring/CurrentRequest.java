package io.weir.spring;

import io.weir.http.Passage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import reactor.util.context.ContextView;

/** Finds the passage of the request in which a method is called. */
final class CurrentRequest {

    private static final boolean WEB = ClassUtils.isPresent(
            "org.springframework.web.context.request.RequestContextHolder", CurrentRequest.class.getClassLoader());

    private final String attribute;

    /** @param attribute the name under which filters keep a request's passage */
    CurrentRequest(String attribute) {
        this.attribute = attribute;
    }

    /** That of this thread. */
    Optional<Passage> here() {
        return WEB ? passage(Servlets.attribute(attribute)) : Optional.empty();
    }

    /** That of a reactive chain. */
    Optional<Passage> in(ContextView context) {
        return context.hasKey(Passage.class) ? passage(context.get(Passage.class)) : here();
    }

    private static Optional<Passage> passage(@Nullable Object found) {
        return found instanceof Passage known ? Optional.of(known) : Optional.empty();
    }

    /** Apart, since an application need not be one for the web. */
    private static final class Servlets {

        static @Nullable Object attribute(String name) {
            RequestAttributes attributes = RequestContextHolder.getRequestAttributes();
            return attributes == null ? null : attributes.getAttribute(name, RequestAttributes.SCOPE_REQUEST);
        }
    }
}
