package io.weir.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Named rows of named figures, printed as a table and kept as JSON with where and when they were measured. */
public final class Results {

    private final String benchmark;
    private final List<String> columns;
    private final Map<String, List<Object>> rows = new LinkedHashMap<>();

    public Results(String benchmark, String... columns) {
        this.benchmark = benchmark;
        this.columns = List.of(columns);
    }

    /** Adds a row; a double is a figure of interest to three digits. */
    public void add(String name, Object... figures) {
        rows.put(name, List.of(figures));
    }

    /** Prints the table in Markdown, as the documentation shows it. */
    public void print(PrintStream out) {
        List<List<String>> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        head.addAll(columns);
        cells.add(head);
        rows.forEach((name, figures) -> {
            List<String> row = new ArrayList<>(List.of(name));
            figures.forEach(figure -> row.add(text(figure)));
            cells.add(row);
        });
        int[] widths = new int[head.size()];
        cells.forEach(row -> {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (int i = 0; i < cells.size(); i++) {
            out.println(line(cells.get(i), widths));
            if (i == 0) {
                out.println(line(head.stream().map(column -> "---").toList(), widths));
            }
        }
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - cell.length()));
            line.append(' ').append(i == 0 ? cell + padding : padding + cell).append(" |");
        }
        return line.toString();
    }

    private static String text(Object figure) {
        if (figure instanceof Double number) {
            return Math.abs(number) >= 100
                    ? String.format(Locale.ROOT, "%,.0f", number)
                    : String.format(Locale.ROOT, number >= 10 ? "%.1f" : "%.2f", number);
        }
        return figure instanceof Long whole ? String.format(Locale.ROOT, "%,d", whole) : String.valueOf(figure);
    }

    /** Writes the table as JSON to {@code benchmarks/results}. */
    public void write() throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("benchmark", benchmark);
        document.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        document.put("machine", machine());
        Map<String, Object> figures = new LinkedHashMap<>();
        rows.forEach((name, row) -> {
            Map<String, Object> named = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                named.put(columns.get(i), row.get(i));
            }
            figures.put(name, named);
        });
        document.put("figures", figures);
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Path folder = Files.createDirectories(Path.of("benchmarks", "results"));
        Files.writeString(folder.resolve(benchmark + ".json"), json.writeValueAsString(document) + "\n");
    }

    /** The processor, the cores and the Java of this machine. */
    public static String machine() throws IOException {
        Path cpus = Path.of("/proc/cpuinfo");
        TreeSet<String> models = new TreeSet<>();
        if (Files.exists(cpus)) {
            Files.readAllLines(cpus).stream()
                    .filter(line -> line.startsWith("model name"))
                    .forEach(line -> models.add(line.substring(line.indexOf(':') + 2)));
        }
        return String.join(", ", models) + ", " + Runtime.getRuntime().availableProcessors() + " cores, Java "
                + Runtime.version();
    }
}
