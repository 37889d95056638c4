package io.weir.spring;

import io.weir.policy.Mode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The modes as they are written. */
final class Modes {

    private Modes() {}

    static String text(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    /** To YAML, off is false. */
    static Optional<Mode> read(String text) {
        String word = text.equals("false") ? text(Mode.OFF) : text;
        return Arrays.stream(Mode.values())
                .filter(mode -> text(mode).equals(word))
                .findFirst();
    }

    static String unknown(String text) {
        return "unknown mode \"" + text + "\"; write enforce, shadow or off";
    }
}
