package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Answers the requests that Spring rejects in the form of RFC 9457, like all other rejections of the service. */
@Order(-1) // after SpringFailures, which logs them
public final class SpringProblems implements ErrorWebExceptionHandler, WebFilter {

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return Mono.error(failure);
        }
        response.getHeaders().clearContentHeaders();
        if (failure instanceof ErrorResponse refusal) {
            response.getHeaders().putAll(refusal.getHeaders());
            return write(response, refusal.getStatusCode());
        }
        return write(response, HttpStatus.INTERNAL_SERVER_ERROR);
    }

    /** Some endpoints of the actuator return 404 without an exception and without a body. */
    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse plain = exchange.getResponse();
        ServerHttpResponse explained = new ServerHttpResponseDecorator(plain) {
            @Override
            public Mono<Void> setComplete() {
                HttpStatusCode status = getStatusCode();
                return status != null && status.is4xxClientError() && !isCommitted()
                        ? write(plain, status)
                        : super.setComplete();
            }
        };
        return chain.filter(exchange.mutate().response(explained).build());
    }

    private static Mono<Void> write(ServerHttpResponse response, HttpStatusCode status) {
        Reply reply = Reply.problem(HttpResponseStatus.valueOf(status.value()), detail(response, status));
        response.setStatusCode(status);
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        byte[] body = reply.body().text().getBytes(StandardCharsets.UTF_8);
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    private static String detail(ServerHttpResponse response, HttpStatusCode status) {
        return switch (status.value()) {
            case 404 -> FrontDoor.NOTHING_HERE;
            case 405 -> "send " + response.getHeaders().getFirst(HttpHeaderNames.ALLOW.toString());
            case 406 -> "send no Accept header, or one that allows what stands at this path";
            default -> status.is5xxServerError() ? "the call failed; the log says why" : "the request cannot be read";
        };
    }
}
