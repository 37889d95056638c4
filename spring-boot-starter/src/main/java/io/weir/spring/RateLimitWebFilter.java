package io.weir.spring;

import io.weir.http.HttpGate;
import io.weir.http.Passage;
import io.weir.http.Reply;
import io.weir.policy.Caller;
import io.weir.policy.Stage;
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
 * Takes every request through a gate, once: as a whole, or by two filters with the same gate around whatever finds out who the
 * caller is. No thread waits for the store, nor for a request that is held.
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
        return FilterOrder.USUAL_OF_SECURITY + distance;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Passage known = exchange.getAttribute(gate.attribute());
        Passage passage = known == null ? open(exchange) : known;
        if (!passage.needs(stage)) {
            return chain.filter(exchange);
        }
        Mono<Void> passing = caller(exchange)
                .flatMap(caller -> Stages.mono(passage.check(stage, caller)))
                .flatMap(refusal -> goOn(passage, refusal, exchange, chain));
        // Whoever hangs up gets nothing back.
        return (known == null ? passing.doOnCancel(passage::letGo) : passing)
                .contextWrite(context -> context.put(Passage.class, passage));
    }

    private Passage open(ServerWebExchange exchange) {
        Passage passage = gate.open(new ExchangeView(exchange.getRequest()));
        exchange.getAttributes().put(gate.attribute(), passage);
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> {
            HttpStatusCode status = response.getStatusCode();
            passage.settle(status == null ? OK : status.value());
            return Mono.empty();
        });
        return passage;
    }

    private Mono<Caller> caller(ServerWebExchange exchange) {
        String attribute = RateLimitWebFilter.class.getName();
        Caller known = exchange.getAttribute(attribute);
        Caller before = known == null ? callers.before(new ExchangeView(exchange.getRequest())) : known;
        exchange.getAttributes().put(attribute, before);
        return stage == Stage.BEFORE_AUTHENTICATION
                ? Mono.just(before)
                : exchange.getPrincipal()
                        .filter(Principals::isSomebody)
                        .map(principal -> callers.after(before, principal))
                        .defaultIfEmpty(before);
    }

    private Mono<Void> goOn(
            Passage passage, Optional<Reply> refusal, ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        passage.exposed().ifPresent(names -> headers.add(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, names));
        if (refusal.isPresent()) {
            return refuse(refusal.get(), exchange);
        }
        passage.describe(headers::set);
        boolean hold = stage != Stage.BEFORE_AUTHENTICATION && passage.delayMicros() > 0;
        return hold
                ? held(passage)
                        .flatMap(crowded ->
                                crowded.isPresent() ? refuse(crowded.get(), exchange) : chain.filter(exchange))
                : chain.filter(exchange);
    }

    private static Mono<Optional<Reply>> held(Passage passage) {
        return Mono.<Optional<Reply>>create(sink -> {
                    Optional<Reply> crowded = passage.hold(() -> () -> sink.success(Optional.empty()));
                    crowded.ifPresent(reply -> sink.success(Optional.of(reply)));
                })
                .publishOn(Schedulers.parallel());
    }

    /**
     * From another thread: up to Reactor Netty 1.3.7, a connection on which a request is answered at once while the one before
     * it is still being finished is never read again (reactor/reactor-netty#4361).
     */
    private Mono<Void> refuse(Reply reply, ServerWebExchange exchange) {
        return Mono.just(reply)
                .publishOn(Schedulers.parallel())
                .flatMap(refusal ->
                        cors.addTo(exchange).then(Mono.defer(() -> write(refusal, exchange.getResponse()))));
    }

    private static Mono<Void> write(Reply reply, ServerHttpResponse response) {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        response.setStatusCode(HttpStatusCode.valueOf(reply.status()));
        reply.headers().forEach(response.getHeaders()::set);
        response.getHeaders().setContentLength(body.length);
        DataBuffer buffer = response.bufferFactory().wrap(body);
        return response.writeWith(Mono.just(buffer));
    }
}
