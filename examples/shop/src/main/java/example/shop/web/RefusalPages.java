package example.shop.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.thymeleaf.context.WebContext;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.web.servlet.JakartaServletWebApplication;

/**
 * Shows a person a page where a program gets problem details. It comes before the filters of Weir and of Spring Security, and
 * changes only the bodies of their refusals; status and headers stay.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class RefusalPages extends OncePerRequestFilter {

    private final SpringTemplateEngine templates;
    private final JakartaServletWebApplication application;

    RefusalPages(SpringTemplateEngine templates, ServletContext context) {
        this.templates = templates;
        this.application = JakartaServletWebApplication.buildApplication(context);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String accepted =
                Optional.ofNullable(request.getHeader(HttpHeaders.ACCEPT)).orElse("");
        return request.getRequestURI().startsWith("/api/") || !accepted.contains(MediaType.TEXT_HTML_VALUE);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HeldProblem held = new HeldProblem(response);
        chain.doFilter(request, held);
        Optional<String> problem = held.problem();
        if (problem.isEmpty()) {
            return;
        }
        WebContext page = new WebContext(application.buildExchange(request, response), Locale.ENGLISH);
        page.setVariable("visitor", Visitor.UNKNOWN);
        page.setVariable("refusal", ShownRefusal.read(response.getStatus(), problem.get()));
        byte[] body = templates.process("refusal", page).getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
