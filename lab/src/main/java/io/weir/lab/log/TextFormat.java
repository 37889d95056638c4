package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format written like {@code log_format} of nginx: {@code $remote_addr [$time_local] "$request"}.
 *
 * <p>The text is compiled into steps: a field ends where the text behind it begins. A quotation mark after a backslash
 * does not end a field, as Apache writes it; nginx writes {@code \x22} instead. A field that is not in quotes or
 * brackets contains no blank, otherwise a line of another format could be read by mistake.
 */
final class TextFormat implements LogFormat {

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)})");

    /** A field and the text behind it; {@code field} is -1 if nobody wants it. */
    private static final class Step {
        private final String name;
        private final int field;
        private final byte[] behind;
        private final boolean enclosed;

        private Step(String name, int field, byte[] behind, boolean enclosed) {
            this.name = name;
            this.field = field;
            this.behind = behind;
            this.enclosed = enclosed;
        }
    }

    private final byte[] start;
    private final List<Step> steps;
    private final boolean whole;

    private TextFormat(byte[] start, List<Step> steps, boolean whole) {
        this.start = start;
        this.steps = steps;
        this.whole = whole;
    }

    /** Throws an {@link IllegalArgumentException} if the text has no fields, or two without anything between them. */
    static TextFormat of(String text) {
        List<Step> steps = new ArrayList<>();
        Matcher variables = VARIABLE.matcher(text);
        String start = text;
        String name = "";
        char before = ' ';
        int end = 0;
        while (variables.find()) {
            String between = text.substring(end, variables.start());
            if (name.isEmpty()) {
                start = between;
            } else if (between.isEmpty()) {
                throw new IllegalArgumentException("$" + name + " and " + variables.group()
                        + " stand side by side, so nothing says where one ends; write a blank between them");
            } else {
                steps.add(step(name, between, before));
            }
            before = between.isEmpty() ? ' ' : between.charAt(between.length() - 1);
            name = variables.group(1) != null ? variables.group(1) : variables.group(2);
            end = variables.end();
        }
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the format \"" + text
                    + "\" names no field; write a name such as combined, or text such as '$remote_addr"
                    + " [$time_local] \"$request\"'");
        }
        steps.add(step(name, text.substring(end), before));
        return new TextFormat(bytes(start), List.copyOf(steps), true);
    }

    private static Step step(String name, String behind, char before) {
        boolean enclosed = name.equals("rest")
                || (before == '"' && behind.startsWith("\""))
                || (before == '[' && behind.startsWith("]"));
        return new Step(name, -1, bytes(behind), enclosed);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<String> names() {
        return steps.stream().map(step -> step.name).toList();
    }

    /** The steps behind the last wanted field are left out. */
    @Override
    public LogFormat finding(List<String> wanted) {
        List<Step> fewer = new ArrayList<>();
        int last = -1;
        for (Step step : steps) {
            int field = wanted.indexOf(step.name);
            fewer.add(new Step(step.name, field, step.behind, step.enclosed));
            last = field >= 0 ? fewer.size() : last;
        }
        return new TextFormat(start, List.copyOf(fewer.subList(0, Math.max(1, last))), last == steps.size());
    }

    @Override
    public Line read(byte[] line, int from, int to, LineFields fields) {
        if (from == to) {
            return Line.SKIPPED;
        }
        int at = from + start.length;
        if (at > to || !matches(line, from, start)) {
            return Line.UNREADABLE;
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int end = end(line, at, to, step);
            if (end < 0 || (!step.enclosed && hasBlank(line, at, end))) {
                return Line.UNREADABLE;
            }
            if (step.field >= 0) {
                fields.set(step.field, line, at, end);
            }
            at = end + step.behind.length;
        }
        return whole && at != to ? Line.UNREADABLE : Line.READ;
    }

    private static int end(byte[] line, int at, int to, Step step) {
        byte[] behind = step.behind;
        if (behind.length == 0) {
            return to;
        }
        byte first = behind[0];
        int last = to - behind.length;
        for (int i = at; i <= last; i++) {
            if (line[i] == first
                    && !(first == '"' && isEscaped(line, at, i))
                    && (behind.length == 1 || matches(line, i, behind))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether an odd number of backslashes stands before this place. */
    private static boolean isEscaped(byte[] line, int from, int at) {
        int backslashes = 0;
        while (at - backslashes - 1 >= from && line[at - backslashes - 1] == '\\') {
            backslashes++;
        }
        return (backslashes & 1) == 1;
    }

    private static boolean hasBlank(byte[] line, int from, int to) {
        for (int i = from; i < to; i++) {
            if (line[i] == ' ') {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] line, int at, byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (line[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }
}
