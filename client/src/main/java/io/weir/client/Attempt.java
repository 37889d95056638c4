package io.weir.client;

import io.weir.client.spi.NextStep;
import io.weir.client.spi.PatientCall;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call. As soon as the headers have come, it decides whether the caller's handler reads the body, or
 * another attempt follows.
 */
final class Attempt<T> implements BodyHandler<T> {

    private final PatientCall call;
    private final BodyHandler<T> handler;
    private volatile @Nullable KeptBody<T> kept;

    Attempt(PatientCall call, BodyHandler<T> handler) {
        this.call = call;
        this.handler = handler;
    }

    /** Returns the request with the headers of this attempt. */
    HttpRequest request(HttpRequest original) {
        Map<String, String> headers = call.headers();
        if (headers.isEmpty()) {
            return original;
        }
        HttpRequest.Builder copy = HttpRequest.newBuilder(
                original, (name, value) -> headers.keySet().stream().noneMatch(name::equalsIgnoreCase));
        headers.forEach(copy::setHeader);
        return copy.build();
    }

    @Override
    public BodySubscriber<T> apply(ResponseInfo info) {
        NextStep next = call.answered(info.statusCode(), name -> info.headers().allValues(name));
        if (next == NextStep.HAND_BACK) {
            return handler.apply(info);
        }
        KeptBody<T> body = new KeptBody<>(info);
        kept = body;
        return body;
    }

    /** Returns whether another attempt follows an answer. */
    boolean isRefused() {
        return kept != null;
    }

    /** Returns the refused answer with its body. */
    CompletionStage<HttpResponse<T>> handBack(HttpResponse<T> answer) {
        KeptBody<T> body = kept;
        if (body == null) {
            throw new IllegalStateException("the caller has this answer already");
        }
        return body.readBy(handler).thenApply(read -> new HandedBack<>(answer, read));
    }
}
