package io.weir.spring;

import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;

/** Waits for answers as Reactor does. */
final class Stages {

    private Stages() {}

    /** What comes, whoever leaves meanwhile: what was taken by then has to be known. */
    static <T> Mono<T> mono(CompletionStage<T> stage) {
        return Mono.fromFuture(stage.toCompletableFuture(), true);
    }
}
