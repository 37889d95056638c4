package io.weir.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * The REST interface on the event loop itself, in front of all of Spring: bytes in, bytes out. Only the exact raw path is
 * theirs; every other spelling is Spring's, which knows none of it.
 */
record RateLimitRoutes(List<Endpoint> endpoints) implements NettyRouteProvider {

    @Override
    public HttpServerRoutes apply(HttpServerRoutes routes) {
        Map<String, List<Endpoint>> byPath = endpoints.stream()
                .collect(Collectors.groupingBy(Endpoint::path, LinkedHashMap::new, Collectors.toList()));
        byPath.forEach((path, some) -> routes.route(
                request -> Incoming.isFor(path, request.uri()),
                (request, response) -> some.stream()
                        .filter(endpoint -> endpoint.method().equals(request.method()))
                        .findFirst()
                        .map(endpoint -> answer(endpoint, request, response))
                        .orElseGet(() -> send(response, Endpoint.notAllowed(some)))));
        return routes;
    }

    private static Publisher<Void> answer(Endpoint endpoint, HttpServerRequest request, HttpServerResponse response) {
        Incoming head =
                new Incoming(request.method(), request.uri(), request.requestHeaders(), request.remoteAddress());
        if (!endpoint.readsABody()) {
            return send(response, endpoint.reply(head));
        }
        Optional<Reply> refusal = endpoint.refusal(head);
        if (refusal.isPresent()) {
            return send(response, refusal.get());
        }
        if (announcedBytes(request) > endpoint.mostBodyBytes()) {
            return send(response, endpoint.tooLong());
        }
        return body(request, endpoint.mostBodyBytes())
                .map(body -> endpoint.reply(head.withBody(body)))
                .onErrorResume(
                        BodyTooLong.class, tooLong -> Mono.just(CompletableFuture.completedFuture(endpoint.tooLong())))
                .flatMap(reply -> Mono.from(send(response, reply)));
    }

    /** Netty's decoder has seen to it that this is a number. */
    private static long announcedBytes(HttpServerRequest request) {
        String length = request.requestHeaders().get(HttpHeaderNames.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }

    private static Mono<Body> body(HttpServerRequest request, int mostBytes) {
        return request.receive()
                .reduceWith(ByteArrayOutputStream::new, (all, part) -> {
                    if (all.size() + part.readableBytes() > mostBytes) {
                        throw new BodyTooLong();
                    }
                    all.writeBytes(ByteBufUtil.getBytes(part));
                    return all;
                })
                .map(all -> new Body(all.toByteArray()));
    }

    private static final class BodyTooLong extends RuntimeException {
        private BodyTooLong() {
            super("the body is too long", null, false, false);
        }
    }

    /** Without a detour through Reactor when the answer is there already, as it is from memory. */
    private static Publisher<Void> send(HttpServerResponse response, CompletableFuture<Reply> reply) {
        return reply.isDone()
                ? send(response, reply.join())
                : Mono.fromFuture(reply).flatMap(ready -> Mono.from(send(response, ready)));
    }

    private static Publisher<Void> send(HttpServerResponse response, Reply reply) {
        response.status(reply.status()).headers(reply.headers());
        if (reply.body().isEmpty()) {
            return response.send();
        }
        ByteBuf body = ByteBufUtil.writeUtf8(response.alloc(), reply.body());
        return response.sendObject(body);
    }
}
