package io.weir.spring;

import io.weir.policy.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Calls that return a publisher are limited each time somebody subscribes to it. */
final class ReactiveCalls {

    /** Makes the call at last. */
    interface Proceeding {

        Object proceed() throws Throwable;
    }

    private ReactiveCalls() {}

    static boolean isReactive(Class<?> returned) {
        return returned == Mono.class || returned == Flux.class || returned == Publisher.class;
    }

    static Object limited(
            Class<?> returned, Function<ContextView, CompletionStage<Verdict>> check, Proceeding proceeding) {
        return returned == Mono.class
                ? Mono.deferContextual(
                        context -> allowed(check.apply(context)).then(Mono.defer(() -> Mono.from(call(proceeding)))))
                : Flux.deferContextual(context ->
                        allowed(check.apply(context)).thenMany(Flux.defer(() -> Flux.from(call(proceeding)))));
    }

    private static Mono<?> allowed(CompletionStage<Verdict> verdict) {
        return Stages.mono(verdict)
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
