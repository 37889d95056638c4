package io.weir.spring.internal.web.servlet;

import io.weir.spring.internal.caller.KeyAuthentication;
import io.weir.spring.internal.caller.PresentedKeys;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.Supplier;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** Authenticates a request by its API key, if nothing else has authenticated it. No session is made or changed. */
record KeyAuthenticationFilter(Supplier<PresentedKeys> keys) implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && SecurityContextHolder.getContext().getAuthentication() == null) {
            keys.get().of(ServletCallers.keyed(http)).map(KeyAuthentication::of).ifPresent(known -> {
                SecurityContext context = SecurityContextHolder.createEmptyContext();
                context.setAuthentication(known);
                SecurityContextHolder.setContext(context);
            });
        }
        chain.doFilter(request, response);
    }
}
