package io.weir.spring.internal.web.servlet;

import io.weir.spring.internal.web.CorsHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.BiConsumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Adds to a refusal the CORS headers that the application's response would have had. They come from a
 * {@link CorsConfigurationSource} bean, or from the handler that Spring MVC finds for the request.
 */
final class ServletCors implements BiConsumer<HttpServletRequest, HttpServletResponse> {

    private static final Log LOG = LogFactory.getLog(ServletCors.class);

    private final ListableBeanFactory beans;

    ServletCors(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void accept(HttpServletRequest request, HttpServletResponse response) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null || response.getHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN) != null) {
            return;
        }
        CorsHeaders.of(configuration(request), origin).forEach(response::addHeader);
    }

    private @Nullable CorsConfiguration configuration(HttpServletRequest request) {
        boolean parsed = ServletRequestPathUtils.hasParsedRequestPath(request);
        try {
            if (!parsed) {
                ServletRequestPathUtils.parseAndCache(request);
            }
            CorsConfiguration ofBean = ofBeans(request);
            return ofBean != null ? ofBean : ofHandler(request);
        } catch (Exception noHandler) {
            LOG.debug("A refusal gets no CORS headers, because no handler was found for the request", noHandler);
            return null;
        } finally {
            if (!parsed) {
                ServletRequestPathUtils.clearParsedRequestPath(request);
            }
        }
    }

    private @Nullable CorsConfiguration ofBeans(HttpServletRequest request) {
        for (CorsConfigurationSource source : beans.getBeansOfType(CorsConfigurationSource.class, false, false)
                .values()) {
            CorsConfiguration configuration = source.getCorsConfiguration(request);
            if (configuration != null) {
                return configuration;
            }
        }
        return null;
    }

    /** Spring MVC puts the configuration among the handler's interceptors. */
    private @Nullable CorsConfiguration ofHandler(HttpServletRequest request) throws Exception {
        for (HandlerMapping mapping :
                beans.getBeanProvider(HandlerMapping.class).orderedStream().toList()) {
            HandlerExecutionChain handler = mapping.getHandler(request);
            if (handler != null) {
                for (HandlerInterceptor interceptor : handler.getInterceptorList()) {
                    if (interceptor instanceof CorsConfigurationSource source) {
                        return source.getCorsConfiguration(request);
                    }
                }
                return handler.getHandler() instanceof CorsConfigurationSource source
                        ? source.getCorsConfiguration(request)
                        : null;
            }
        }
        return null;
    }
}
