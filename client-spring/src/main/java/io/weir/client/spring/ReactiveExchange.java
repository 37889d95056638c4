package io.weir.client.spring;

import io.weir.client.spi.Admission;
import io.weir.client.spi.NextStep;
import io.weir.client.spi.PatientCall;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.scheduler.Schedulers;

/** A call of a WebClient with all its attempts. */
record ReactiveExchange(ClientRequest request, ExchangeFunction next, WatchedBody body, PatientCall call) {

    Mono<ClientResponse> send() {
        return takeTurn(admission -> Mono.error(call.notSent(admission)));
    }

    /** @param otherwise returns what the caller gets if there is no other attempt */
    private Mono<ClientResponse> takeTurn(Function<Admission, Mono<ClientResponse>> otherwise) {
        return Mono.defer(() -> {
            CompletableFuture<Admission> turn = call.turn();
            Mono<Admission> admitted = turn.isDone()
                    ? Mono.just(turn.join())
                    : Mono.fromFuture(turn).publishOn(Schedulers.parallel());
            return admitted.flatMap(admission -> admission == Admission.GO ? attempt() : otherwise.apply(admission));
        });
    }

    private Mono<ClientResponse> attempt() {
        Map<String, String> ofAttempt = call.headers();
        ClientRequest attempt = ClientRequest.from(request)
                .headers(headers -> ofAttempt.forEach(headers::set))
                .body(body)
                .build();
        return next.exchange(attempt).doOnCancel(call::abandoned).materialize().flatMap(this::ended);
    }

    private Mono<ClientResponse> ended(Signal<ClientResponse> end) {
        ClientResponse response = end.get();
        Throwable failure = end.getThrowable();
        if (response != null) {
            return answered(response);
        }
        if (failure == null) {
            call.abandoned();
            return Mono.empty();
        }
        if (isOfConnection(failure) && call.failed(failure) == NextStep.RETRY) {
            return send();
        }
        call.abandoned();
        return Mono.error(failure);
    }

    private static boolean isOfConnection(Throwable failure) {
        return failure instanceof IOException || failure instanceof WebClientRequestException;
    }

    private Mono<ClientResponse> answered(ClientResponse response) {
        NextStep step = call.answered(
                response.statusCode().value(), name -> response.headers().header(name));
        if (step == NextStep.HAND_BACK) {
            return Mono.just(response);
        }
        // Reading the body frees the connection.
        return response.bodyToMono(byte[].class)
                .map(bytes -> kept(response, Mono.just(bytes)))
                .defaultIfEmpty(kept(response, Mono.empty()))
                .onErrorResume(failure -> Mono.just(kept(response, Mono.error(failure))))
                .flatMap(refused -> takeTurn(admission -> Mono.just(refused)));
    }

    /** Returns the response with a body that can be read again, for the case that no other attempt is made. */
    private static ClientResponse kept(ClientResponse response, Mono<byte[]> bytes) {
        Flux<DataBuffer> body = bytes.<DataBuffer>map(DefaultDataBufferFactory.sharedInstance::wrap)
                .flux();
        return response.mutate().body(consumed -> body).build();
    }
}
