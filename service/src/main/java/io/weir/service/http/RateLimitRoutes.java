package io.weir.service.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.service.http.connection.FastLane;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Publisher;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * Answers requests for our endpoints on connections that have left the {@link FastLane}. It runs on the event loop, in front of
 * Spring.
 */
public record RateLimitRoutes(FrontDoor door) implements NettyRouteProvider {

    @Override
    public HttpServerRoutes apply(HttpServerRoutes routes) {
        for (Endpoint endpoint : door.endpoints()) {
            routes.route(
                    request -> Incoming.isFor(endpoint.path(), request.uri())
                            && endpoint.method().equals(request.method()),
                    (request, response) -> answer(endpoint, request, response));
        }
        return routes;
    }

    private Publisher<Void> answer(Endpoint endpoint, HttpServerRequest request, HttpServerResponse response) {
        Incoming head = door.identified(
                new Incoming(request.method(), request.uri(), request.requestHeaders(), request.remoteAddress()));
        if (!endpoint.readsABody()) {
            return send(response, endpoint.reply(head));
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

    /** The announced length, which Netty's decoder has validated as a number. */
    private static long announcedBytes(HttpServerRequest request) {
        String length = request.requestHeaders().get(HttpHeaderNames.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }

    private static Mono<Body> body(HttpServerRequest request, int mostBytes) {
        return request.receive()
                .reduceWith(ArrivedBytes::new, (all, part) -> {
                    if (all.size() + part.readableBytes() > mostBytes) {
                        throw new BodyTooLong();
                    }
                    all.add(part);
                    return all;
                })
                .map(ArrivedBytes::body);
    }

    private static final class BodyTooLong extends RuntimeException {
        private BodyTooLong() {
            super("the body is too long", null, false, false);
        }
    }

    /** Skips Reactor when the reply is already complete, as replies from memory are. */
    private static Publisher<Void> send(HttpServerResponse response, CompletableFuture<Reply> reply) {
        return reply.isDone()
                ? send(response, reply.join())
                : Mono.fromFuture(reply).flatMap(ready -> Mono.from(send(response, ready)));
    }

    private static Publisher<Void> send(HttpServerResponse response, Reply reply) {
        response.status(reply.status()).headers(reply.headers());
        if (reply.body() instanceof ReplyBody.Parts streamed) {
            Flux<ByteBuf> parts =
                    Flux.from(streamed.parts()).map(part -> ByteBufUtil.writeUtf8(response.alloc(), part));
            return response.send(parts, everyPart -> true);
        }
        int length = reply.body().length();
        if (length == 0) {
            return response.send();
        }
        if (response.method().equals(HttpMethod.HEAD)) {
            response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(length));
            return response.send();
        }
        return response.sendObject(reply.body().encode(response.alloc()));
    }
}
