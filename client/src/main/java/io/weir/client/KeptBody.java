package io.weir.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Reads the body of an answer that is going to be followed by another attempt, so that its connection is free again. Keeps
 * the body, up to a bound, for the case that no other attempt is made: then the caller's handler reads it.
 */
final class KeptBody<T> implements BodySubscriber<T> {

    private static final int MOST_BYTES = 1 << 20;

    private final ResponseInfo info;
    private final CompletableFuture<T> end = new CompletableFuture<>();
    private final List<ByteBuffer> parts = new ArrayList<>();
    private long bytes;

    KeptBody(ResponseInfo info) {
        this.info = info;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> next) {
        for (ByteBuffer part : next) {
            bytes += part.remaining();
            if (bytes <= MOST_BYTES) {
                parts.add(ByteBuffer.allocate(part.remaining()).put(part).flip().asReadOnlyBuffer());
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }

    @Override
    public CompletionStage<T> getBody() {
        return end;
    }

    /** Lets the handler read the body as if it came just now. */
    CompletionStage<T> readBy(BodyHandler<T> handler) {
        if (bytes > MOST_BYTES) {
            return CompletableFuture.failedFuture(
                    new IOException("the body of the refused answer has more than " + MOST_BYTES + " bytes"));
        }
        BodySubscriber<T> reader = handler.apply(info);
        reader.onSubscribe(new Flow.Subscription() {
            private boolean begun;

            @Override
            public void request(long number) {
                if (!begun) {
                    begun = true;
                    if (!parts.isEmpty()) {
                        reader.onNext(parts);
                    }
                    reader.onComplete();
                }
            }

            @Override
            public void cancel() {
                begun = true;
            }
        });
        return reader.getBody();
    }
}
