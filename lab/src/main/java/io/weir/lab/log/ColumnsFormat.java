package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns that a header names: CSV with a line of names first, or the extended format of the W3C with {@code #Fields:},
 * which CloudFront and IIS write.
 */
final class ColumnsFormat implements LogFormat {

    private static final String FIELDS = "#Fields:";

    private final boolean w3c;
    private final List<String> wanted;
    private List<String> names = List.of();
    private byte separator;

    /** For each column the wanted field, or -1. */
    private int[] fieldOfColumn = {};

    private ColumnsFormat(boolean w3c, List<String> wanted) {
        this.w3c = w3c;
        this.wanted = wanted;
    }

    static ColumnsFormat csv() {
        return new ColumnsFormat(false, List.of());
    }

    static ColumnsFormat w3c() {
        return new ColumnsFormat(true, List.of());
    }

    /** Returns the names of the header, once it was read. */
    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public LogFormat finding(List<String> others) {
        return new ColumnsFormat(w3c, others);
    }

    @Override
    public Line read(byte[] line, int from, int to, LineFields fields) {
        if (from == to) {
            return Line.SKIPPED;
        }
        if (w3c && line[from] == '#') {
            String text = text(line, from, to);
            if (text.startsWith(FIELDS)) {
                begin(Arrays.asList(text.substring(FIELDS.length()).strip().split("\\s+")));
            }
            return Line.SKIPPED;
        }
        if (w3c && names.size() > 1 && separator == 0) {
            separator = (byte) (text(line, from, to).indexOf('\t') >= 0 ? '\t' : ' ');
        }
        if (!w3c && names.isEmpty()) {
            beginCsv(text(line, from, to));
            return Line.SKIPPED;
        }
        return names.isEmpty() ? Line.UNREADABLE : columns(line, from, to, fields);
    }

    private static String text(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.UTF_8);
    }

    private void beginCsv(String header) {
        String plain = header.startsWith("\uFEFF") ? header.substring(1) : header;
        separator = (byte) (plain.indexOf('\t') >= 0 ? '\t' : plain.indexOf(';') >= 0 ? ';' : ',');
        List<String> columns = new ArrayList<>();
        for (String name : plain.split(String.valueOf((char) separator), -1)) {
            columns.add(name.strip().replaceAll("^\"|\"$", ""));
        }
        begin(columns);
    }

    private void begin(List<String> columns) {
        names = List.copyOf(columns);
        fieldOfColumn = names.stream().mapToInt(wanted::indexOf).toArray();
    }

    private Line columns(byte[] line, int from, int to, LineFields fields) {
        int at = from;
        for (int column = 0; column < fieldOfColumn.length; column++) {
            if (at > to) {
                return Line.UNREADABLE;
            }
            boolean quoted = !w3c && at < to && line[at] == '"';
            int end = quoted ? endOfQuoted(line, at + 1, to) : endOfPlain(line, at, to);
            if (end < 0) {
                return Line.UNREADABLE;
            }
            if (fieldOfColumn[column] >= 0) {
                set(fieldOfColumn[column], line, quoted ? at + 1 : at, end, fields);
            }
            at = end + (quoted ? 2 : 1);
        }
        return at == to + 1 ? Line.READ : Line.UNREADABLE;
    }

    private int endOfPlain(byte[] line, int at, int to) {
        int end = at;
        while (end < to && line[end] != separator) {
            end++;
        }
        return end;
    }

    /** Returns the place of the closing quotation mark, which a separator or the end of the line follows; -1 if there is none. */
    private int endOfQuoted(byte[] line, int at, int to) {
        int end = at;
        while (end < to) {
            if (line[end] == '"') {
                if (end + 1 == to || line[end + 1] == separator) {
                    return end;
                }
                if (line[end + 1] != '"') {
                    return -1;
                }
                end++;
            }
            end++;
        }
        return -1;
    }

    private static void set(int field, byte[] line, int from, int end, LineFields fields) {
        String text = text(line, from, end);
        if (text.indexOf('"') >= 0) {
            byte[] plain = text.replace("\"\"", "\"").getBytes(StandardCharsets.UTF_8);
            fields.set(field, plain, 0, plain.length);
        } else {
            fields.set(field, line, from, end);
        }
    }
}
