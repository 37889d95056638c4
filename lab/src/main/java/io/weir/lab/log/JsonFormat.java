package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object per line. Names of nested members are written with dots, such as {@code request.client_ip}; of a list,
 * the first item counts.
 *
 * <p>The line is scanned once and only wanted values are copied, because most of a line is not needed.
 */
final class JsonFormat implements LogFormat {

    private static final int DEEPEST = 20;

    /** Members by name; a wanted one has a field. */
    private static final class Node {
        private final Map<String, Node> members = new HashMap<>();
        private int field = -1;
    }

    private final Node root = new Node();
    private byte[] line = {};
    private int at;
    private int to;

    JsonFormat() {
        this(List.of());
    }

    private JsonFormat(List<String> wanted) {
        for (int field = 0; field < wanted.size(); field++) {
            Node node = root;
            for (String member : parts(wanted.get(field))) {
                node = node.members.computeIfAbsent(member, name -> new Node());
            }
            node.field = field;
        }
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
            parts.add(path.substring(from, dot));
            from = dot + 1;
        }
        parts.add(path.substring(from));
        return parts;
    }

    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public LogFormat finding(List<String> wanted) {
        return new JsonFormat(wanted);
    }

    @Override
    public Line read(byte[] bytes, int from, int end, LineFields fields) {
        line = bytes;
        at = from;
        to = end;
        skipBlanks();
        if (at == to) {
            return Line.SKIPPED;
        }
        boolean isObject = line[at] == '{' && value(root, fields, 0);
        skipBlanks();
        return isObject && at == to ? Line.READ : Line.UNREADABLE;
    }

    private void skipBlanks() {
        while (at < to && line[at] <= ' ' && line[at] >= 0) {
            at++;
        }
    }

    /** Reads a value; returns whether there is one. */
    private boolean value(@Nullable Node node, LineFields fields, int depth) {
        skipBlanks();
        if (at == to || depth > DEEPEST) {
            return false;
        }
        return switch (line[at]) {
            case '{' -> members(node, fields, depth);
            case '[' -> items(node, fields, depth);
            case '"' -> text(node, fields);
            default -> word(node, fields);
        };
    }

    private boolean members(@Nullable Node node, LineFields fields, int depth) {
        at++;
        skipBlanks();
        if (takes('}')) {
            return true;
        }
        do {
            skipBlanks();
            int from = at + 1;
            if (at == to || line[at] != '"' || !skipText()) {
                return false;
            }
            Node member = node == null || node.members.isEmpty() ? null : node.members.get(name(from, at - 1));
            skipBlanks();
            if (!takes(':') || !value(member, fields, depth + 1)) {
                return false;
            }
            skipBlanks();
        } while (takes(','));
        return takes('}');
    }

    private String name(int from, int end) {
        return new String(line, from, end - from, StandardCharsets.UTF_8);
    }

    private boolean items(@Nullable Node node, LineFields fields, int depth) {
        at++;
        skipBlanks();
        if (takes(']')) {
            return true;
        }
        Node wanted = node;
        do {
            if (!value(wanted, fields, depth + 1)) {
                return false;
            }
            wanted = null;
            skipBlanks();
        } while (takes(','));
        return takes(']');
    }

    private boolean text(@Nullable Node node, LineFields fields) {
        int from = at + 1;
        if (!skipText()) {
            return false;
        }
        if (node != null && node.field >= 0) {
            set(node.field, fields, from, at - 1);
        }
        return true;
    }

    private void set(int field, LineFields fields, int from, int end) {
        for (int i = from; i < end; i++) {
            if (line[i] == '\\') {
                byte[] plain = unescaped(name(from, end)).getBytes(StandardCharsets.UTF_8);
                fields.set(field, plain, 0, plain.length);
                return;
            }
        }
        fields.set(field, line, from, end);
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character != '\\' || i + 1 == text.length()) {
                plain.append(character);
                continue;
            }
            char kind = text.charAt(++i);
            if (kind == 'u'
                    && i + 4 < text.length()
                    && text.substring(i + 1, i + 5).matches("[0-9a-fA-F]{4}")) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                plain.append(
                        switch (kind) {
                            case 'n' -> '\n';
                            case 't' -> '\t';
                            case 'r' -> '\r';
                            case 'b' -> '\b';
                            case 'f' -> '\f';
                            default -> kind;
                        });
            }
        }
        return plain.toString();
    }

    /** Moves behind the closing quotation mark. */
    private boolean skipText() {
        for (at++; at < to; at++) {
            if (line[at] == '\\') {
                at++;
            } else if (line[at] == '"') {
                at++;
                return true;
            }
        }
        return false;
    }

    /** Reads a number, true, false or null; null is nothing. */
    private boolean word(@Nullable Node node, LineFields fields) {
        int from = at;
        while (at < to && (Character.isLetterOrDigit(line[at]) || "+-.".indexOf(line[at]) >= 0)) {
            at++;
        }
        if (node != null && node.field >= 0 && line[from] != 'n') {
            fields.set(node.field, line, from, at);
        }
        return at > from;
    }

    private boolean takes(char wanted) {
        if (at < to && line[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }
}
