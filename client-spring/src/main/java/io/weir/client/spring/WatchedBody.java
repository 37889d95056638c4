package io.weir.client.spring;

import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.web.reactive.function.BodyInserter;
import reactor.core.publisher.Mono;

/**
 * The body of a request, and whether its length was known when it was written. A body of unknown length may be a stream of
 * which nothing is left: it would be sent empty, without an error.
 */
final class WatchedBody implements BodyInserter<Object, ClientHttpRequest> {

    private final BodyInserter<?, ? super ClientHttpRequest> body;
    private volatile boolean ofUnknownLength;

    WatchedBody(BodyInserter<?, ? super ClientHttpRequest> body) {
        this.body = body;
    }

    boolean canBeSentAgain() {
        return !ofUnknownLength;
    }

    @Override
    public Mono<Void> insert(ClientHttpRequest request, Context context) {
        return body.insert(
                new ClientHttpRequestDecorator(request) {
                    @Override
                    public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
                        ofUnknownLength |= getHeaders().getContentLength() < 0;
                        return super.writeWith(content);
                    }

                    @Override
                    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> content) {
                        ofUnknownLength = true;
                        return super.writeAndFlushWith(content);
                    }
                },
                context);
    }
}
