package io.weir.benchmarks.redis;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The result of one contender under one load.
 *
 *
 * @param clientMicros processor time per check of this process
 *
 * @param redisMicros processor time per check of Redis
 */
record RedisSample(double perSecond, double p50Micros, double p99Micros, double clientMicros, double redisMicros) {

    static double median(List<RedisSample> samples, ToDoubleFunction<RedisSample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
