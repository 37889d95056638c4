package io.weir.spring;

import org.springframework.core.env.Environment;

/** Where filters stand. */
final class FilterOrder {

    /** Spring Security's own, in WebFlux always, with servlets unless it is set. */
    static final int USUAL_OF_SECURITY = -100;

    private FilterOrder() {}

    static int ofSecurity(Environment environment) {
        return environment.getProperty("spring.security.filter.order", Integer.class, USUAL_OF_SECURITY);
    }
}
