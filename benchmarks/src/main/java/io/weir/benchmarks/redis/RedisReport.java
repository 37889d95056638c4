package io.weir.benchmarks.redis;

import io.weir.benchmarks.Results;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Tables of medians. */
final class RedisReport {

    private RedisReport() {}

    /** Prints all results, a row for each cell; under each load the first contender is compared with the others. */
    static void figures(String name, String unit, Map<Cell, List<RedisSample>> samples) throws IOException {
        Results results = new Results(
                name,
                unit + "/s",
                "weir is",
                "p50 µs",
                "p99 µs",
                "client CPU µs/" + unit.replaceAll("s$", ""),
                "Redis CPU µs/" + unit.replaceAll("s$", ""));
        Map<RedisLoad, Double> ours = new LinkedHashMap<>();
        samples.forEach((cell, rounds) -> {
            double speed = RedisSample.median(rounds, RedisSample::perSecond);
            double first = ours.computeIfAbsent(cell.load(), load -> speed);
            results.add(
                    cell.toString(),
                    speed,
                    String.format(Locale.ROOT, "%.2f ×", first / speed),
                    RedisSample.median(rounds, RedisSample::p50Micros),
                    RedisSample.median(rounds, RedisSample::p99Micros),
                    RedisSample.median(rounds, RedisSample::clientMicros),
                    RedisSample.median(rounds, RedisSample::redisMicros));
        });
        show(results);
    }

    /** Prints the speed of the first contender as a multiple of each other's, a row for each load. */
    static void ratios(String name, Map<Cell, List<RedisSample>> samples) throws IOException {
        Map<RedisLoad, Map<String, Double>> speeds = new LinkedHashMap<>();
        samples.forEach((cell, rounds) -> speeds.computeIfAbsent(cell.load(), load -> new LinkedHashMap<>())
                .put(cell.contender(), RedisSample.median(rounds, RedisSample::perSecond)));
        List<String> contenders =
                samples.keySet().stream().map(Cell::contender).distinct().toList();
        Results results = new Results(
                name,
                Stream.concat(Stream.of("weir/s"), contenders.stream().skip(1).map(rival -> "× " + rival))
                        .toArray(String[]::new));
        speeds.forEach((load, row) -> {
            double first = row.values().iterator().next();
            results.add(
                    load.toString(),
                    DoubleStream.concat(
                                    DoubleStream.of(first),
                                    row.values().stream().skip(1).mapToDouble(speed -> first / speed))
                            .boxed()
                            .toArray());
        });
        show(results);
    }

    static void bytes(Map<String, Double> bytes) throws IOException {
        Results results = new Results("redis-bytes", "bytes per key");
        bytes.forEach(results::add);
        show(results);
    }

    private static void show(Results results) throws IOException {
        results.print(System.out);
        System.out.println();
        results.write();
    }
}
