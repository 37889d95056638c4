package io.weir.client.spring;

import io.weir.client.patience.ClientListener;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import io.weir.client.spi.PatientCalls;
import java.util.Optional;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Makes a WebClient wait when a server asks for it, and send again. Waiting needs no thread. Thread-safe.
 *
 * <p>A body that is written as one value is sent again. A body of unknown length, such as a {@code Flux}, may be a stream
 * that cannot be read twice: it is sent again only with {@link Patience#withRepeatableBodies}. Filters that come before
 * this one see one request, and those that come after it see each attempt.
 *
 * <p>A call that was not sent fails with a {@link LaneClosedException}. Cancelling the subscription ends the wait.
 */
public final class PatientFilter implements ExchangeFilterFunction {

    private final PatientCalls calls;

    public PatientFilter(Patience patience) {
        this(PatientCalls.of(patience));
    }

    private PatientFilter(PatientCalls calls) {
        this.calls = calls;
    }

    /** Returns a filter with another opinion about which calls share a lane. */
    public PatientFilter withPartition(Partition partition) {
        return new PatientFilter(calls.withPartition(partition));
    }

    public PatientFilter withListener(ClientListener listener) {
        return new PatientFilter(calls.withListener(listener));
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        OutgoingCall outgoing = new OutgoingCall(
                request.method().name(),
                request.url(),
                name -> Optional.ofNullable(request.headers().getFirst(name)));
        return Mono.defer(() -> {
            WatchedBody body = new WatchedBody(request.body());
            return new ReactiveExchange(request, next, body, calls.begin(outgoing, body::canBeSentAgain)).send();
        });
    }
}
