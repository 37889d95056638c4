package io.weir.spring.internal.web;

import org.springframework.core.env.Environment;

/** The position of the filters relative to Spring Security. */
public final class FilterOrder {

    /** The order of Spring Security's filter: always in WebFlux, and the default with servlets. */
    public static final int SECURITY = -100;

    private FilterOrder() {}

    public static int ofSecurity(Environment environment) {
        return environment.getProperty("spring.security.filter.order", Integer.class, SECURITY);
    }
}
