package io.weir.cli.command;

import java.util.List;
import java.util.stream.IntStream;

/** Aligns text in columns. */
public final class Columns {

    private Columns() {}

    /** Aligns rows that all have the same number of cells. */
    public static List<String> of(List<List<String>> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    /** Text of callers, without characters that a terminal would interpret. */
    public static String safe(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(character -> {
            boolean plain = !Character.isISOControl(character) && Character.getType(character) != Character.FORMAT;
            safe.appendCodePoint(plain ? character : '?');
        });
        return safe.toString();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
