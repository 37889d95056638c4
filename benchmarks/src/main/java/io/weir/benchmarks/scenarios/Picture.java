package io.weir.benchmarks.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** An SVG with graphs over the same time, and below them the times at which each alert was pending or firing. */
final class Picture {

    private static final int WIDTH = 900;
    private static final int LEFT = 60;
    private static final int RIGHT = 20;
    private static final int GRAPH = 120;
    private static final int GAP = 52;
    private static final int STRIP = 22;
    private static final List<String> COLOURS = List.of("#1a7f37", "#cf222e", "#0969da", "#9a6700", "#8250df");

    private final StringBuilder svg = new StringBuilder();
    private final double seconds;
    private int y = 30;

    Picture(double seconds) {
        this.seconds = seconds;
    }

    /** A line of a graph. */
    record Line(String name, PlottedSeries series) {}

    void graph(String title, List<Line> lines) {
        text(LEFT, y, 14, "#1f2328", title);
        int top = y + 12;
        double most = lines.stream()
                .flatMap(line -> line.series().points().stream())
                .mapToDouble(PlottedSeries.Point::value)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double scale = round(most);
        for (int i = 0; i <= 2; i++) {
            double level = top + GRAPH - GRAPH * i / 2.0;
            add(
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#d0d7de\"/>",
                    LEFT, WIDTH - RIGHT, level, level);
            add(
                    "<text x=\"%d\" y=\"%.0f\" font-size=\"11\" fill=\"#656d76\" text-anchor=\"end\">%s</text>",
                    LEFT - 6, level + 4, number(scale * i / 2));
        }
        int legend = WIDTH - RIGHT;
        for (int i = lines.size() - 1; i >= 0; i--) {
            Line line = lines.get(i);
            String colour = COLOURS.get(i % COLOURS.size());
            StringBuilder points = new StringBuilder();
            for (PlottedSeries.Point point : line.series().points()) {
                if (Double.isFinite(point.value())) {
                    points.append(String.format(
                            Locale.ROOT, "%.1f,%.1f ", x(point.second()), top + GRAPH - GRAPH * point.value() / scale));
                }
            }
            add(
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                    points.toString().strip(), colour);
            add(
                    "<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"%s\" text-anchor=\"end\">%s</text>",
                    legend, y, colour, line.name());
            legend -= 8 * line.name().length() + 16;
        }
        y = top + GRAPH + GAP - 12;
    }

    /** Marks an event with a vertical line through all graphs so far. */
    void mark(double second, String event) {
        add(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#656d76\" stroke-dasharray=\"4 3\"/>",
                x(second), x(second), 42, y - GAP + 12);
        text((int) x(second) + 4, 54, 11, "#656d76", event);
    }

    /** @param alerts the series of Prometheus's metric {@code ALERTS} */
    void alerts(List<PlottedSeries> alerts) {
        TreeMap<String, List<PlottedSeries>> byName = new TreeMap<>();
        alerts.forEach(alert -> byName.computeIfAbsent(alert.label("alertname"), name -> new ArrayList<>())
                .add(alert));
        text(LEFT, y, 14, "#1f2328", "Alerts: yellow pending, red firing");
        y += 10;
        byName.forEach((name, states) -> {
            for (PlottedSeries state : states) {
                String colour = state.label("alertstate").equals("firing") ? "#cf222e" : "#d4a72c";
                for (PlottedSeries.Point point : state.points()) {
                    add(
                            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                            x(point.second()), y, x(1) - x(0) + 0.4, STRIP - 6, colour);
                }
            }
            add(
                    "<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"#1f2328\" stroke=\"#ffffff\" stroke-width=\"3\""
                            + " paint-order=\"stroke\">%s</text>",
                    LEFT + 4, y + 13, name);
            y += STRIP;
        });
        if (byName.isEmpty()) {
            text(LEFT, y + 12, 12, "#656d76", "none");
            y += STRIP;
        }
    }

    private void axis() {
        double step = seconds > 60 ? 20 : 10;
        for (double second = 0; second <= seconds; second += step) {
            add(
                    "<text x=\"%.1f\" y=\"%d\" font-size=\"11\" fill=\"#656d76\" text-anchor=\"middle\">%.0f s</text>",
                    x(second), y + 12, second);
        }
        y += 26;
    }

    String finish() {
        axis();
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">%n"
                                + "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#ffffff\"/>%n",
                        WIDTH,
                        y,
                        WIDTH,
                        y)
                + svg + "</svg>\n";
    }

    private double x(double second) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / seconds;
    }

    private static double round(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-3))));
        for (double factor : new double[] {1, 2, 5, 10}) {
            if (most <= factor * power) {
                return factor * power;
            }
        }
        return most;
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }

    private void text(int x, int at, int size, String colour, String words) {
        add("<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\">%s</text>", x, at, size, colour, words);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
