package io.weir.benchmarks;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Calls every method of a JMH benchmark once for each value of its parameters, in this process; measures nothing. */
public final class SmokeRun {

    private SmokeRun() {}

    /**
     * Runs the methods of one class.
     *
     * @return for each run the name of its method and the values of its parameters, such as {@code ownKey [WEIR]}
     * @throws RunnerException if one of the methods throws, or the class has none
     */
    public static List<String> of(Class<?> benchmark) throws RunnerException {
        // Several runs may share a machine, as nothing is measured.
        System.setProperty("jmh.ignoreLock", "true");
        Options options = new OptionsBuilder()
                .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
                .mode(Mode.SingleShotTime)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        return results.stream()
                .map(RunResult::getParams)
                .map(run -> run.getBenchmark().substring(benchmark.getName().length() + 1) + " "
                        + run.getParamsKeys().stream().map(run::getParam).toList())
                .toList();
    }
}
