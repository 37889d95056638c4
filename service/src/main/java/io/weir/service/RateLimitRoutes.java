package io.weir.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * {@code /api/v1/rate-limit/check}, {@code /remaining} and {@code /reset} on the event loop itself, in front of all of
 * Spring: bytes in, bytes out. Only the exact raw path is theirs; every other spelling is Spring's, which knows none of it.
 */
final class RateLimitRoutes implements NettyRouteProvider {

    private static final String PREFIX = "/api/v1/rate-limit/";
    private static final Logger LOG = LoggerFactory.getLogger(RateLimitRoutes.class);

    private final Store store;
    private final Access access;
    private final CallerAddress callers;
    private final HeaderStyle headers;

    RateLimitRoutes(Store store, ServiceSettings settings) {
        this.store = store;
        this.access = settings.access();
        this.callers = new CallerAddress(settings.proxies());
        this.headers = settings.headers();
    }

    @Override
    public HttpServerRoutes apply(HttpServerRoutes routes) {
        route(routes, "check", "GET", access::mayCheck, this::check);
        route(routes, "remaining", "GET", access::mayCheck, this::remaining);
        route(routes, "reset", "DELETE", access::mayAdminister, this::reset);
        return routes;
    }

    private void route(
            HttpServerRoutes routes,
            String name,
            String method,
            Function<String, Boolean> mayCall,
            Function<CheckRequest, CompletionStage<Reply>> answer) {
        String path = PREFIX + name;
        routes.route(
                request -> isPath(request.uri(), path),
                (request, response) -> send(response, reply(request, method, mayCall, answer)));
    }

    private static boolean isPath(String target, String path) {
        return target.startsWith(path) && (target.length() == path.length() || target.charAt(path.length()) == '?');
    }

    private CompletableFuture<Reply> reply(
            HttpServerRequest request,
            String method,
            Function<String, Boolean> mayCall,
            Function<CheckRequest, CompletionStage<Reply>> answer) {
        if (!request.method().name().equals(method)) {
            Reply wrong = Reply.problem(405, "Method Not Allowed", "send " + method);
            return CompletableFuture.completedFuture(wrong.withHeader("Allow", method));
        }
        if (!mayCall.apply(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION))) {
            Reply wrong = Reply.problem(401, "Unauthorized", "send the token as Authorization: Bearer …");
            return CompletableFuture.completedFuture(wrong.withHeader("WWW-Authenticate", "Bearer"));
        }
        try {
            CheckRequest check = CheckRequest.of(
                    request.uri(), () -> callers.key(request.remoteAddress(), request.requestHeaders()));
            return answer.apply(check).exceptionally(RateLimitRoutes::failure).toCompletableFuture();
        } catch (BadRequest bad) {
            return CompletableFuture.completedFuture(Reply.of(bad));
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(failure(failure));
        }
    }

    private static Reply failure(Throwable failure) {
        LOG.error("A check failed", failure);
        return Reply.problem(500, "Internal Server Error", "the check failed; the log says why");
    }

    private CompletionStage<Reply> check(CheckRequest request) {
        return store.charge(List.of(request.charge()))
                .thenApply(answer -> Reply.of(request, answer.decisions().get(0), headers));
    }

    private CompletionStage<Reply> remaining(CheckRequest request) {
        return store.peek(List.of(request.charge()))
                .thenApply(decisions -> Reply.remaining(request, decisions.get(0), headers));
    }

    private CompletionStage<Reply> reset(CheckRequest request) {
        return store.forget(request.charge()).thenApply(done -> Reply.noContent());
    }

    /** Without a detour through Reactor when the answer is there already, as it is from memory. */
    private static Publisher<Void> send(HttpServerResponse response, CompletableFuture<Reply> reply) {
        return reply.isDone()
                ? send(response, reply.join())
                : Mono.fromFuture(reply).flatMap(ready -> Mono.from(send(response, ready)));
    }

    private static Publisher<Void> send(HttpServerResponse response, Reply reply) {
        response.status(reply.status());
        HttpHeaders headers = response.responseHeaders();
        reply.headers().forEach(headers::set);
        if (reply.body().isEmpty()) {
            return response.send();
        }
        ByteBuf body = ByteBufUtil.writeUtf8(response.alloc(), reply.body());
        headers.set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
        headers.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
        return response.sendObject(body);
    }
}
