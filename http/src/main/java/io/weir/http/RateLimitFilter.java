package io.weir.http;

import io.weir.http.internal.FormFields;
import io.weir.http.internal.FormRequest;
import io.weir.http.internal.ServletHttpRequest;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Stage;
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
 * A servlet filter that checks each request once, however often it is dispatched. One filter checks all rules, or two filters
 * with the same gate stand before and after authentication.
 *
 * <p>The filter waits for the store, which has deadlines of its own. Requests of leaky buckets are held asynchronously, so
 * register the filter with async support. With two filters only the later one holds requests, because the authentication
 * between them may not survive another dispatch.
 */
public final class RateLimitFilter implements Filter {

    private static final int SERVER_ERROR = 500;
    private static final String EXPOSE_HEADERS = "Access-Control-Expose-Headers";

    private final HttpGate gate;
    private final Stage stage;
    private final Function<? super HttpServletRequest, Caller> callers;
    private final BiConsumer<? super HttpServletRequest, ? super HttpServletResponse> refusing;

    /** Creates a filter for all stages that identifies callers by their address alone. */
    public RateLimitFilter(HttpGate gate) {
        this(gate, Stage.WHOLE, request -> Caller.ANONYMOUS);
    }

    /** @param callers returns the verified caller of a request, as far as it is known at this stage */
    public RateLimitFilter(HttpGate gate, Stage stage, Function<? super HttpServletRequest, Caller> callers) {
        this(gate, stage, callers, (request, response) -> {});
    }

    /** @param refusing adds to a refusal what the application adds to its own responses, such as CORS headers */
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
        } else if (http.getAttribute(gate.attribute()) instanceof GatedRequest gated) {
            pass(gated, http, answer, chain);
        } else if (isFirstSeenInsideAnother(http.getDispatcherType())) {
            chain.doFilter(request, response);
        } else {
            HttpServletRequest seen =
                    gate.readsForms() && FormFields.isForm(http.getContentType()) ? new FormRequest(http) : http;
            GatedRequest gated = gate.open(new ServletHttpRequest(seen));
            http.setAttribute(gate.attribute(), gated);
            gated.respondThrough(answer::addHeader);
            checkAndSettle(gated, seen, answer, chain);
        }
    }

    /** Returns whether the filter first sees a request as an error page or an include, so the request behind it was not checked here. */
    private static boolean isFirstSeenInsideAnother(DispatcherType type) {
        return type == DispatcherType.ERROR || type == DispatcherType.INCLUDE;
    }

    private void checkAndSettle(
            GatedRequest gated, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            pass(gated, request, response, chain);
        } catch (IOException hungUp) {
            // Usually the client closed the connection. It must not get its charges back that way.
            gated.keep();
            throw hungUp;
        } catch (ServletException | RuntimeException | Error failure) {
            Refusal refusal = RefusalException.in(failure);
            if (refusal == null || response.isCommitted()) {
                gated.settle(response.isCommitted() ? response.getStatus() : SERVER_ERROR);
                throw failure;
            }
            response.resetBuffer();
            refusing.accept(request, response);
            write(refusal, response);
        }
        if (!gated.wasHeld() && request.isAsyncStarted()) {
            new AsyncSettler(gated, response).follow(request.getAsyncContext());
        } else if (!gated.wasHeld()) {
            gated.settle(response.getStatus());
        }
    }

    private void pass(GatedRequest gated, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (gated.needs(stage)) {
            Optional<Refusal> refusal = gated.checkNow(stage, callers.apply(request));
            Optional<String> exposed = gated.exposed();
            if (exposed.isPresent()) {
                response.addHeader(EXPOSE_HEADERS, exposed.get());
            }
            if (refusal.isEmpty()) {
                gated.describe(response::setHeader);
                if (stage != Stage.BEFORE_AUTHENTICATION && gated.delayMicros() > 0) {
                    refusal = hold(gated, request, response);
                }
            }
            if (refusal.isPresent()) {
                refusing.accept(request, response);
                write(refusal.get(), response);
                return;
            }
            if (gated.wasHeld()) {
                return;
            }
        }
        if (gated.mostBodyBytes().isPresent() && isWithoutLength(request)) {
            passCounted(gated, request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    /**
     * The container ends a body with a length there. One without need not say so, as over HTTP/2. A request that is counted already
     * is counted once.
     */
    private static boolean isWithoutLength(HttpServletRequest request) {
        return request.getContentLengthLong() < 0 && !(request instanceof BoundedRequest);
    }

    /** Answers 413 if the body was too large, unless the application has answered already. */
    private static void passCounted(
            GatedRequest gated, HttpServletRequest original, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long most = gated.mostBodyBytes().getAsLong();
        if (FormFields.isForm(original.getContentType())) {
            passForm(gated, original instanceof FormRequest form ? form : new FormRequest(original), response, chain);
            return;
        }
        BoundedRequest request = new BoundedRequest(original, most, gated.tooLarge());
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException failure) {
            if (!request.isTooLarge() || response.isCommitted()) {
                throw failure;
            }
        }
        if (request.isTooLarge() && !response.isCommitted()) {
            response.reset();
            write(gated.tooLarge(), response);
        }
    }

    /** The container would read a form itself, so it has to be counted before. */
    private static void passForm(GatedRequest gated, FormRequest form, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (form.keeps(gated.mostBodyBytes().getAsLong())) {
            chain.doFilter(form, response);
        } else {
            write(gated.tooLarge(), response);
        }
    }

    private static Optional<Refusal> hold(
            GatedRequest gated, HttpServletRequest request, HttpServletResponse response) {
        return gated.hold(() -> {
            AsyncContext async = request.startAsync(request, response);
            // The scheduler ends the wait; the container's async timeout could end it too early.
            async.setTimeout(0);
            new AsyncSettler(gated, response).follow(async);
            return async::dispatch;
        });
    }

    private static void write(Refusal reply, HttpServletResponse response) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        response.setStatus(reply.status());
        reply.headers().forEach(response::setHeader);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
