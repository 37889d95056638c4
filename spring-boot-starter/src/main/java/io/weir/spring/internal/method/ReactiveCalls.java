package io.weir.spring.internal.method;

import io.weir.http.GatedRequest;
import io.weir.policy.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Limits calls that return a publisher. Each subscription counts as one call. No bean has a type of Reactor in its methods, because
 * Spring inspects them in applications that do not have Reactor.
 */
final class ReactiveCalls {

    /** Makes the actual call. */
    interface Proceeding {

        Object proceed() throws Throwable;
    }

    private ReactiveCalls() {}

    static boolean isReactive(Class<?> returned) {
        return returned == Mono.class || returned == Flux.class || returned == Publisher.class;
    }

    /** @param check receives the current request, if the subscriber's context has one */
    static Object limited(
            Class<?> returned,
            Function<Optional<GatedRequest>, CompletionStage<Verdict>> check,
            Proceeding proceeding) {
        return returned == Mono.class
                ? Mono.deferContextual(context ->
                        allowed(check.apply(gated(context))).then(Mono.defer(() -> Mono.from(call(proceeding)))))
                : Flux.deferContextual(context ->
                        allowed(check.apply(gated(context))).thenMany(Flux.defer(() -> Flux.from(call(proceeding)))));
    }

    private static Optional<GatedRequest> gated(ContextView context) {
        return context.getOrEmpty(GatedRequest.class);
    }

    private static Mono<?> allowed(CompletionStage<Verdict> verdict) {
        // The check is not cancelled with the subscription, because the charges that it makes must be recorded.
        return Mono.fromFuture(verdict.toCompletableFuture(), true)
                .flatMap(allowed -> allowed.delayMicros() > 0
                        ? Mono.delay(Duration.ofNanos(allowed.delayMicros() * 1_000))
                        : Mono.empty());
    }

    private static Publisher<?> call(Proceeding proceeding) {
        try {
            return (Publisher<?>) proceeding.proceed();
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }
}
