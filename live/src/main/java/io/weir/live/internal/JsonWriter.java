package io.weir.live.internal;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts, numbers and booleans as JSON in ASCII. */
final class JsonWriter {

    private final StringBuilder text = new StringBuilder();

    private JsonWriter() {}

    static String write(Map<String, ?> object) {
        JsonWriter json = new JsonWriter();
        json.value(object);
        return json.text.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(before);
                string(entry.getKey().toString());
                text.append(':');
                value(entry.getValue());
                before = ",";
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object each : list) {
                text.append(before);
                value(each);
                before = ",";
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            string(value.toString());
        }
    }

    /** Escapes all but printable ASCII, because earlier versions of Weir read documents as YAML, which needs that. */
    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                text.append('\\').append(character);
            } else if (character == '\n') {
                text.append("\\n");
            } else if (character < ' ' || character > '~') {
                text.append(String.format("\\u%04x", (int) character));
            } else {
                text.append(character);
            }
        }
        text.append('"');
    }
}
