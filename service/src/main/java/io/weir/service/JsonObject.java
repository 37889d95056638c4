package io.weir.service;

import java.math.BigDecimal;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes a flat JSON object straight to text: the bodies of the hot path are small and always the same. */
final class JsonObject {

    private final StringBuilder text = new StringBuilder(192).append('{');

    JsonObject add(String name, String value) {
        name(name).append('"');
        JsonStringEncoder.getInstance().quoteAsString(value, text);
        text.append('"');
        return this;
    }

    JsonObject add(String name, long value) {
        name(name).append(value);
        return this;
    }

    JsonObject add(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    /** Adds microseconds as seconds with up to six decimals. */
    JsonObject addSeconds(String name, long micros) {
        name(name).append(BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString());
        return this;
    }

    private StringBuilder name(String name) {
        return text.append(text.length() == 1 ? "\"" : ",\"").append(name).append("\":");
    }

    /** The whole object; nothing can be added any more. */
    String close() {
        return text.append('}').toString();
    }
}
