package io.weir.service.live;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The streams of events that are open, each with a queue of half a minute. A viewer whose queue is full has not read for that long
 * and is dropped. A stream ends after ten minutes, so that a viewer has to show its token again.
 */
final class LiveViewers {

    static final int MOST = 20;

    private static final int QUEUE = 32;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** One stream, of which the place is given back once. */
    private record Viewer(Sinks.Many<String> events) {}

    private final Set<Viewer> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger(MOST);

    /** A stream that begins with this event; empty if there are as many viewers as there may be. */
    Optional<Flux<String>> enter(Supplier<String> first) {
        if (places.decrementAndGet() < 0) {
            places.incrementAndGet();
            return Optional.empty();
        }
        Viewer viewer = new Viewer(Sinks.many().unicast().onBackpressureBuffer(new ArrayBlockingQueue<>(QUEUE)));
        open.add(viewer);
        return Optional.of(Flux.concat(Mono.fromSupplier(first), viewer.events().asFlux())
                .take(LONGEST)
                .doFinally(end -> leave(viewer)));
    }

    private void leave(Viewer viewer) {
        if (open.remove(viewer)) {
            places.incrementAndGet();
        }
    }

    /** Sends an event to all viewers. It is called by one thread at a time. */
    void send(String event) {
        for (Viewer viewer : open) {
            if (viewer.events().tryEmitNext(event).isFailure()) {
                end(viewer);
            }
        }
    }

    private void end(Viewer viewer) {
        leave(viewer);
        viewer.events().tryEmitComplete();
    }

    /** Ends all streams with a last event, so that a stopping server need not wait for them. */
    void close(String last) {
        for (Viewer viewer : open) {
            viewer.events().tryEmitNext(last);
            end(viewer);
        }
    }

    int count() {
        return open.size();
    }
}
