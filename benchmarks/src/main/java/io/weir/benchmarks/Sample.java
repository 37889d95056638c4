package io.weir.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The time of one operation in one round, measured by JMH in a separate Java process. */
public record Sample(double nanos, double bytes) {

    public static Sample of(Class<?> benchmark, Map<String, String> parameters) throws RunnerException {
        return of(benchmark.getName(), parameters);
    }

    /** Measures one method; the pattern must match only its class and name. */
    public static Sample of(String benchmark, Map<String, String> parameters) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(benchmark)
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(2))
                .measurementIterations(2)
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
        parameters.forEach(options::param);
        RunResult result = new Runner(options.build()).runSingle();
        return new Sample(
                result.getPrimaryResult().getScore(),
                Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                        .getScore());
    }

    public static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
