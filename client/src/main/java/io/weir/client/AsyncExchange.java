package io.weir.client;

import io.weir.client.spi.Admission;
import io.weir.client.spi.NextStep;
import io.weir.client.spi.PatientCall;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A call that needs no thread while it waits. Its callbacks throw nothing, so their futures are left alone. */
@SuppressWarnings("FutureReturnValueIgnored")
final class AsyncExchange<T> {

    private final PatientCall call;
    private final HttpRequest request;
    private final BodyHandler<T> handler;
    private final CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
    private BiFunction<HttpRequest, Attempt<T>, CompletableFuture<HttpResponse<T>>> http =
            (sent, attempt) -> CompletableFuture.failedFuture(new IllegalStateException("not started"));
    private Executor executor = Runnable::run;
    private volatile @Nullable Future<?> current;

    AsyncExchange(PatientCall call, HttpRequest request, BodyHandler<T> handler) {
        this.call = call;
        this.request = request;
        this.handler = handler;
    }

    CompletableFuture<HttpResponse<T>> start(
            BiFunction<HttpRequest, Attempt<T>, CompletableFuture<HttpResponse<T>>> sender,
            Optional<Executor> ofClient) {
        http = sender;
        executor = ofClient.orElseGet(ForkJoinPool::commonPool);
        result.whenComplete((answer, failure) -> cancelCurrent());
        takeTurn(() -> Optional.empty());
        return result;
    }

    /** Supplies the answer to the attempt before, if there was one. */
    private interface Refused<T> {
        Optional<CompletableFuture<HttpResponse<T>>> handBack();
    }

    private void takeTurn(Refused<T> before) {
        CompletableFuture<Admission> turn = call.turn();
        begin(turn);
        if (turn.isDone()) {
            admitted(turn, before);
        } else {
            turn.whenCompleteAsync((admission, cancelled) -> admitted(turn, before), executor);
        }
    }

    private void begin(Future<?> part) {
        current = part;
        if (result.isCancelled()) {
            part.cancel(true);
        }
    }

    private void cancelCurrent() {
        Future<?> part = current;
        if (result.isCancelled() && part != null) {
            part.cancel(true);
        }
    }

    private void admitted(CompletableFuture<Admission> turn, Refused<T> before) {
        if (turn.isCancelled()) {
            return;
        }
        Admission admission = turn.join();
        if (admission != Admission.GO) {
            before.handBack()
                    .orElseGet(() -> CompletableFuture.failedFuture(call.notSent(admission)))
                    .whenComplete(this::finish);
        } else if (result.isDone()) {
            call.abandoned();
        } else {
            send(new Attempt<>(call, handler));
        }
    }

    private void send(Attempt<T> attempt) {
        CompletableFuture<HttpResponse<T>> sending;
        try {
            sending = http.apply(attempt.request(request), attempt);
        } catch (RuntimeException invalid) {
            call.abandoned();
            result.completeExceptionally(invalid);
            return;
        }
        begin(sending);
        sending.whenComplete((answer, failure) -> {
            if (failure != null) {
                failed(attempt, cause(failure));
            } else if (attempt.isRefused()) {
                takeTurn(() -> Optional.of(attempt.handBack(answer).toCompletableFuture()));
            } else {
                result.complete(answer);
            }
        });
    }

    private void failed(Attempt<T> attempt, Throwable failure) {
        if (result.isDone() || !(failure instanceof IOException)) {
            call.abandoned();
            result.completeExceptionally(failure);
        } else if (attempt.isRefused() || call.failed(failure) == NextStep.RETRY) {
            takeTurn(() -> Optional.empty());
        } else {
            result.completeExceptionally(failure);
        }
    }

    private void finish(HttpResponse<T> answer, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(answer);
        } else {
            result.completeExceptionally(cause(failure));
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
