package io.weir.redis;

import io.weir.redis.internal.script.KeyName;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Keys that faulty encodings confuse. */
public final class StrangeKeys {

    private static final String[] PIECES = {
        "%", "#", "{", "}", "a", "A", "é", "\u00C3", "\u00A9", "\uD800", "\uDC00", "\uD83D\uDE00", " ", "\0", "\u001F",
                "\u007F",
        "\u0080", ":", "?", "\uFFFD", "\uFFFF", "%25", "%7B", "%7b", "%C3%A9", "\\", "sha256-", "0", "ED", "\u202E",
                "\n", "+"
    };

    private StrangeKeys() {}

    public static String any(SplittableRandom random) {
        String piece = pieces(random, 1 + random.nextInt(random.nextInt(10) == 0 ? 60 : 4));
        return switch (random.nextInt(40)) {
            case 0 -> piece + "x".repeat(random.nextInt(240, 260));
            case 1 -> KeyName.encoded(piece);
            case 2 -> KeyName.encoded("x".repeat(300) + piece);
            default -> piece;
        };
    }

    private static String pieces(SplittableRandom random, int count) {
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < count; i++) {
            key.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return key.toString();
    }

    public static String escaped(String key) {
        return key.chars().mapToObj(each -> String.format("\\u%04X", each)).collect(Collectors.joining());
    }
}
