package io.weir.benchmarks.guard;

import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Secrets that are well formed and belong to nobody. */
final class KeySecrets {

    private KeySecrets() {}

    static List<String> random(Random random, int count) {
        return Stream.generate(
                        () -> KeyFormat.WEIR.random(KeyEnvironment.LIVE, random).reveal())
                .limit(count)
                .toList();
    }
}
