package io.weir.lab.log;

import io.weir.classify.TrustedProxies;
import java.time.Duration;
import java.util.Optional;

/**
 * How logs are read.
 *
 * @param format a name or the text of a format; empty to guess it
 * @param reorder how far lines of one file may be out of order
 */
public record LogOptions(Optional<String> format, Mapping mapping, TrustedProxies proxies, Duration reorder) {

    public static final LogOptions GUESSING =
            new LogOptions(Optional.empty(), Mapping.NONE, TrustedProxies.NONE, Duration.ofSeconds(30));

    public LogOptions withFormat(String other) {
        return new LogOptions(Optional.of(other), mapping, proxies, reorder);
    }

    public LogOptions withMapping(Mapping other) {
        return new LogOptions(format, other, proxies, reorder);
    }
}
