package io.weir.spring.internal.web.reactive;

import io.weir.http.GatedRequest;
import io.weir.http.HttpGate;
import io.weir.http.Refusal;
import io.weir.http.RefusalException;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Stage;
import io.weir.spring.Callers;
import io.weir.spring.internal.caller.Principals;
import io.weir.spring.internal.web.FilterOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A filter that checks each request once. One filter checks all rules, or two filters with the same gate stand before and after
 * authentication. No thread blocks while the store decides or a request is held.
 */
final class RateLimitWebFilter implements WebFilter, Ordered {

    private static final int OK = 200;

    private final HttpGate gate;
    private final Stage stage;
    private final Callers callers;
    private final ReactiveCors cors;

    RateLimitWebFilter(HttpGate gate, Stage stage, Callers callers, ReactiveCors cors) {
        this.gate = gate;
        this.stage = stage;
        this.callers = callers;
        this.cors = cors;
    }

    @Override
    public int getOrder() {
        int distance = stage == Stage.BEFORE_AUTHENTICATION ? -1 : 1;
        return FilterOrder.SECURITY + distance;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        GatedRequest known = exchange.getAttribute(gate.attribute());
        if (known == null && GatedExchange.isNeededFor(exchange.getRequest(), gate.readsForms())) {
            GatedExchange readable = new GatedExchange(exchange);
            GatedRequest gated = open(exchange, Optional.of(readable));
            readable.countBodyFor(gated);
            return filter(gated, true, readable, chain);
        }
        GatedRequest gated = known == null ? open(exchange, Optional.empty()) : known;
        return filter(gated, known == null, exchange, chain);
    }

    private Mono<Void> filter(GatedRequest gated, boolean isOpener, ServerWebExchange exchange, WebFilterChain chain) {
        Mono<Void> passing = gated.needs(stage)
                ? caller(exchange)
                        .flatMap(caller -> verdict(gated, caller))
                        .flatMap(refusal -> proceed(gated, refusal, exchange, chain))
                : chain.filter(exchange);
        // A client that closes the connection gets no charges back.
        return isOpener
                ? refusing(passing, exchange)
                        .doOnCancel(gated::letGo)
                        .contextWrite(context -> context.put(GatedRequest.class, gated))
                : passing;
    }

    /** Sends what the application or its security refuses. */
    private Mono<Void> refusing(Mono<Void> passing, ServerWebExchange exchange) {
        return passing.onErrorResume(
                RefusalException.class,
                refused -> exchange.getResponse().isCommitted()
                        ? Mono.error(refused)
                        : refuse(refused.refusal(), exchange));
    }

    private GatedRequest open(ServerWebExchange exchange, Optional<GatedExchange> readable) {
        GatedRequest gated = gate.open(new WebFluxHttpRequest(exchange.getRequest(), readable));
        exchange.getAttributes().put(gate.attribute(), gated);
        ServerHttpResponse response = exchange.getResponse();
        gated.respondThrough(response.getHeaders()::add);
        response.beforeCommit(() -> {
            HttpStatusCode status = response.getStatusCode();
            gated.settle(status == null ? OK : status.value());
            return Mono.empty();
        });
        return gated;
    }

    private Mono<Caller> caller(ServerWebExchange exchange) {
        String attribute = RateLimitWebFilter.class.getName();
        Caller known = exchange.getAttribute(attribute);
        Caller before = known == null ? callers.before(WebFluxHttpRequest.keyed(exchange)) : known;
        exchange.getAttributes().put(attribute, before);
        return stage == Stage.BEFORE_AUTHENTICATION
                ? Mono.just(before)
                : exchange.getPrincipal()
                        .filter(Principals::isUser)
                        .map(principal -> callers.after(before, principal))
                        .defaultIfEmpty(before);
    }

    /** The check is not cancelled with the request, because the charges that it makes must be recorded. */
    private Mono<Optional<Refusal>> verdict(GatedRequest gated, Caller caller) {
        return Mono.fromFuture(gated.check(stage, caller).toCompletableFuture(), true);
    }

    private Mono<Void> proceed(
            GatedRequest gated, Optional<Refusal> refusal, ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        gated.exposed().ifPresent(names -> headers.add(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, names));
        if (refusal.isPresent()) {
            return refuse(refusal.get(), exchange);
        }
        gated.describe(headers::set);
        boolean hold = stage != Stage.BEFORE_AUTHENTICATION && gated.delayMicros() > 0;
        return hold
                ? held(gated)
                        .flatMap(crowded ->
                                crowded.isPresent() ? refuse(crowded.get(), exchange) : chain.filter(exchange))
                : chain.filter(exchange);
    }

    private static Mono<Optional<Refusal>> held(GatedRequest gated) {
        return Mono.<Optional<Refusal>>create(sink -> {
                    Optional<Refusal> crowded = gated.hold(() -> () -> sink.success(Optional.empty()));
                    crowded.ifPresent(reply -> sink.success(Optional.of(reply)));
                })
                .publishOn(Schedulers.parallel());
    }

    /**
     * Writes the refusal from another thread. Up to Reactor Netty 1.3.7, a connection is never read again if a request is answered
     * synchronously while the response before it is still being finished (reactor/reactor-netty#4361).
     */
    private Mono<Void> refuse(Refusal reply, ServerWebExchange exchange) {
        return Mono.just(reply)
                .publishOn(Schedulers.parallel())
                .flatMap(refusal ->
                        cors.addTo(exchange).then(Mono.defer(() -> write(refusal, exchange.getResponse()))));
    }

    private static Mono<Void> write(Refusal reply, ServerHttpResponse response) {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        response.setStatusCode(HttpStatusCode.valueOf(reply.status()));
        reply.headers().forEach(response.getHeaders()::set);
        response.getHeaders().setContentLength(body.length);
        DataBuffer buffer = response.bufferFactory().wrap(body);
        return response.writeWith(Mono.just(buffer));
    }
}
