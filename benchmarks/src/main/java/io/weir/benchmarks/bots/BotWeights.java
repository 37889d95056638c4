package io.weir.benchmarks.bots;

import io.weir.guard.bot.BotSignal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The points of all signals, which are frozen before the held-out traffic is looked at. */
final class BotWeights {

    private BotWeights() {}

    /** Returns the beginning of a hash that changes with the points of any signal. */
    static String hash() {
        String points = Stream.of(BotSignal.values())
                .map(signal -> signal.word() + "=" + signal.points())
                .collect(Collectors.joining("\n"));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(points.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
