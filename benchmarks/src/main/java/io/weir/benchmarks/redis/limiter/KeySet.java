package io.weir.benchmarks.redis.limiter;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Keys of one kind. Their limit never denies, and no key expires while it is in use. */
public final class KeySet {

    public static final KeySet MANY = new KeySet("100,000 keys", 100_000, new Numbers(1, 3_600));
    static final KeySet HOT = new KeySet("one hot key", 1, new Numbers(10_000, 1_000_000_000));
    public static final List<KeySet> BOTH = List.of(MANY, HOT);

    private final String label;
    private final List<String> keys;
    private final Numbers numbers;

    private KeySet(String label, int count, Numbers numbers) {
        this.label = label;
        this.keys = named("user", count);
        this.numbers = numbers;
    }

    /** Returns names with a fixed number of characters. */
    public static List<String> named(String kind, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> kind + "-" + (10_000_000 + number))
                .toList();
    }

    public String label() {
        return label;
    }

    public Numbers numbers() {
        return numbers;
    }

    public List<String> keys() {
        return keys;
    }

    public String any() {
        return any(keys);
    }

    public static String any(List<String> keys) {
        return keys.get(keys.size() == 1 ? 0 : ThreadLocalRandom.current().nextInt(keys.size()));
    }
}
