package io.weir.benchmarks.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * One contender under one load.
 *
 * @param check sends one check, or all of a request
 */
record Cell(RedisLoad load, String contender, Supplier<CompletionStage<Boolean>> check) {

    @Override
    public String toString() {
        return load + ": " + contender;
    }
}
