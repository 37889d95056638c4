package io.weir.spring.internal.settings;

import io.weir.policy.rule.Mode;
import java.util.Optional;

/** Reads a mode from a setting of Spring or from the actuator. */
public final class ModeSetting {

    private ModeSetting() {}

    /** Reads {@code false} as {@code off}, because YAML turns an unquoted {@code off} into false. */
    public static Optional<Mode> read(String text) {
        return text.equals("false") ? Optional.of(Mode.OFF) : Mode.parse(text);
    }

    public static String unknown(String text) {
        return "unknown mode \"" + text + "\"; write enforce, shadow or off";
    }
}
