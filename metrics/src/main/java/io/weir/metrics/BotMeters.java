package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Counts requests that are likely those of bots: {@code api.bot.detected} by band. Thread-safe. */
public final class BotMeters {

    private final Map<String, Counter> detected = new LinkedHashMap<>();

    public BotMeters(MeterRegistry registry) {
        Stream.of("likely", "certain").forEach(band -> detected.put(band, detected(band, registry)));
    }

    private static Counter detected(String band, MeterRegistry registry) {
        return Counter.builder("api.bot.detected")
                .description("Requests that are likely or certainly those of programs")
                .tag("band", band)
                .register(registry);
    }

    /** Counts a request of this band; requests of lower bands are not counted. */
    public void scored(String band) {
        Counter counter = detected.get(band);
        if (counter != null) {
            counter.increment();
        }
    }
}
