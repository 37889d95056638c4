package io.weir.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.concurrent.CompletableFuture;
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
record RateLimitRoutes(RateLimitApi api) implements NettyRouteProvider {

    @Override
    public HttpServerRoutes apply(HttpServerRoutes routes) {
        for (Endpoint endpoint : api.endpoints()) {
            routes.route(
                    request -> Incoming.isFor(endpoint.path(), request.uri()),
                    (request, response) -> send(response, endpoint.reply(incoming(request))));
        }
        return routes;
    }

    private static Incoming incoming(HttpServerRequest request) {
        return new Incoming(request.method(), request.uri(), request.requestHeaders(), request.remoteAddress());
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
