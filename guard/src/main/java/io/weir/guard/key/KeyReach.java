package io.weir.guard.key;

import io.weir.classify.Cidr;
import io.weir.policy.rule.Glob;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a key may be used from, and which counters it may name. An empty list stands for all.
 *
 * @param networks the addresses that requests with the key may come from
 * @param counters patterns of the counters that a client with the key may name in a check, such as {@code user:*}
 */
public record KeyReach(List<Cidr> networks, List<Glob> counters) {

    public static final KeyReach EVERYTHING = new KeyReach(List.of(), List.of());

    private static final int LONGEST_LIST = 2_000;
    private static final int LONGEST_PATTERN = 200;

    public KeyReach {
        networks = List.copyOf(networks);
        counters = List.copyOf(counters);
        counters.forEach(pattern -> requirePattern(pattern.text()));
        requireShort("networks", networks);
        requireShort("counters", counters);
    }

    /** Spaces separate the patterns where they are kept. */
    private static void requirePattern(String pattern) {
        if (pattern.isEmpty()
                || pattern.length() > LONGEST_PATTERN
                || pattern.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new InvalidFieldException(
                    "counters",
                    "each pattern has 1 to " + LONGEST_PATTERN + " visible ASCII characters, such as user:*");
        }
    }

    private static void requireShort(String field, List<?> values) {
        String all = values.stream().map(Object::toString).collect(Collectors.joining(" "));
        if (all.length() > LONGEST_LIST) {
            throw new InvalidFieldException(field, "all together must have at most " + LONGEST_LIST + " characters");
        }
    }

    KeyReach withNetworks(String... texts) {
        return new KeyReach(all("networks", texts, Cidr::parse), counters);
    }

    KeyReach withCounters(String... patterns) {
        return new KeyReach(networks, all("counters", patterns, Glob::new));
    }

    private static <T> List<T> all(String field, String[] texts, Function<String, T> reader) {
        return Stream.of(texts)
                .map(text -> read(field, text, reader))
                .distinct()
                .toList();
    }

    private static <T> T read(String field, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidFieldException(field, String.valueOf(unreadable.getMessage()));
        }
    }
}
