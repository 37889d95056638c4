package io.weir.client;

import io.weir.client.spi.Admission;
import io.weir.client.spi.NextStep;
import io.weir.client.spi.PatientCall;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A call on the thread of its caller. */
record BlockingExchange<T>(HttpClient http, HttpRequest request, BodyHandler<T> handler) {

    HttpResponse<T> send(PatientCall call) throws IOException, InterruptedException {
        RefusedAnswer<T> refused = null;
        while (true) {
            Admission admission = call.awaitTurn();
            if (admission != Admission.GO) {
                return handBack(refused, call, admission);
            }
            Attempt<T> attempt = new Attempt<>(call, handler);
            HttpResponse<T> answer = send(attempt, call);
            if (answer != null && !attempt.isRefused()) {
                return answer;
            }
            refused = answer == null ? null : new RefusedAnswer<>(attempt, answer);
        }
    }

    private record RefusedAnswer<T>(Attempt<T> attempt, HttpResponse<T> answer) {}

    /** Returns no answer if the attempt failed and another one follows. */
    private @Nullable HttpResponse<T> send(Attempt<T> attempt, PatientCall call)
            throws IOException, InterruptedException {
        try {
            return http.send(attempt.request(request), attempt);
        } catch (IOException failure) {
            if (attempt.isRefused() || call.failed(failure) == NextStep.RETRY) {
                return null;
            }
            throw failure;
        } catch (InterruptedException | RuntimeException | Error ended) {
            call.abandoned();
            throw ended;
        }
    }

    private static <T> HttpResponse<T> handBack(
            @Nullable RefusedAnswer<T> refused, PatientCall call, Admission admission)
            throws IOException, InterruptedException {
        if (refused == null) {
            throw call.notSent(admission);
        }
        try {
            return refused.attempt()
                    .handBack(refused.answer())
                    .toCompletableFuture()
                    .get();
        } catch (ExecutionException unreadable) {
            throw new IOException(unreadable.getCause());
        }
    }
}
