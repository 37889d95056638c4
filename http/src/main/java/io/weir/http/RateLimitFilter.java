package io.weir.http;

import io.weir.policy.Caller;
import io.weir.policy.Stage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Takes every request through a gate, once, however often it is dispatched: as a whole, or by two filters with the same gate
 * around whatever finds out who the caller is.
 *
 * <p>It waits for the store, which has deadlines of its own. Requests that have to be held wait asynchronously, so the filter
 * has to be registered as one that supports that; the earlier of two filters leaves the holding to the later one, since what
 * was found out about the caller need not survive another dispatch.
 */
public final class RateLimitFilter implements Filter {

    private static final int SERVER_ERROR = 500;
    private static final String EXPOSE_HEADERS = "Access-Control-Expose-Headers";

    private final HttpGate gate;
    private final Stage stage;
    private final Function<? super HttpServletRequest, Caller> callers;
    private final BiConsumer<? super HttpServletRequest, ? super HttpServletResponse> refusing;

    /** For callers who are known by nothing but their address. */
    public RateLimitFilter(HttpGate gate) {
        this(gate, Stage.WHOLE, request -> Caller.ANONYMOUS);
    }

    /** @param callers says who makes a request, as far as that was proved by then */
    public RateLimitFilter(HttpGate gate, Stage stage, Function<? super HttpServletRequest, Caller> callers) {
        this(gate, stage, callers, (request, response) -> {});
    }

    /** @param refusing adds to a refusal what the application adds to all its responses, such as CORS headers */
    public RateLimitFilter(
            HttpGate gate,
            Stage stage,
            Function<? super HttpServletRequest, Caller> callers,
            BiConsumer<? super HttpServletRequest, ? super HttpServletResponse> refusing) {
        this.gate = gate;
        this.stage = stage;
        this.callers = callers;
        this.refusing = refusing;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse answer)) {
            chain.doFilter(request, response);
        } else if (http.getAttribute(gate.attribute()) instanceof Passage passage) {
            pass(passage, http, answer, chain);
        } else if (isFirstSeenInsideAnother(http.getDispatcherType())) {
            chain.doFilter(request, response);
        } else {
            Passage passage = gate.open(new ServletView(http));
            http.setAttribute(gate.attribute(), passage);
            passAndSettle(passage, http, answer, chain);
        }
    }

    /** The container's own error pages, and parts of a response that somebody else is writing. */
    private static boolean isFirstSeenInsideAnother(DispatcherType type) {
        return type == DispatcherType.ERROR || type == DispatcherType.INCLUDE;
    }

    private void passAndSettle(
            Passage passage, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            pass(passage, request, response, chain);
        } catch (IOException hungUp) {
            // As a rule; and hanging up must not be a way to get back what was taken.
            passage.keep();
            throw hungUp;
        } catch (ServletException | RuntimeException | Error failure) {
            passage.settle(response.isCommitted() ? response.getStatus() : SERVER_ERROR);
            throw failure;
        }
        if (!passage.wasHeld() && request.isAsyncStarted()) {
            new Settler(passage, response).follow(request.getAsyncContext());
        } else if (!passage.wasHeld()) {
            passage.settle(response.getStatus());
        }
    }

    private void pass(Passage passage, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (passage.needs(stage)) {
            Optional<Reply> refusal = passage.checkNow(stage, callers.apply(request));
            Optional<String> exposed = passage.exposed();
            if (exposed.isPresent()) {
                response.addHeader(EXPOSE_HEADERS, exposed.get());
            }
            if (refusal.isEmpty()) {
                passage.describe(response::setHeader);
                if (stage != Stage.BEFORE_AUTHENTICATION && passage.delayMicros() > 0) {
                    refusal = hold(passage, request, response);
                }
            }
            if (refusal.isPresent()) {
                refusing.accept(request, response);
                write(refusal.get(), response);
                return;
            }
            if (passage.wasHeld()) {
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private static Optional<Reply> hold(Passage passage, HttpServletRequest request, HttpServletResponse response) {
        return passage.hold(() -> {
            AsyncContext async = request.startAsync(request, response);
            // It has its end already, and may be later than what is usual for an application.
            async.setTimeout(0);
            new Settler(passage, response).follow(async);
            return async::dispatch;
        });
    }

    private static void write(Reply reply, HttpServletResponse response) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(reply.status());
        reply.headers().forEach(response::setHeader);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
