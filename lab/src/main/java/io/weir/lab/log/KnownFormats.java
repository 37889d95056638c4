package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The formats that have names, and the choice among them by the first lines of a log. */
final class KnownFormats {

    private static final String COMMON =
            "$remote_addr $ident $remote_user [$time_local] \"$request\" $status $body_bytes_sent";
    private static final String COMBINED = COMMON + " \"$http_referer\" \"$http_user_agent\"";

    /** Formats of one text each, the most special first. {@code $rest} takes all that follows. */
    private static final Map<String, String> TEXTS = texts();

    /** A format with its name, and the fields of it that are used. */
    record Chosen(String name, LogFormat format, Mapping mapping) {

        /** Returns the same format, ready to read one file. */
        LogFormat reading() {
            return format.finding(mapping.wanted());
        }
    }

    private KnownFormats() {}

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(
                "alb",
                "$type $written $elb $remote_addr $target $time1 $time2 $time3 $status $target_status $received $sent"
                        + " \"$request\" \"$http_user_agent\" $cipher $protocol $group \"$trace\" \"$sni\""
                        + " \"$certificate\" $priority $request_creation_time $rest");
        texts.put(
                "envoy",
                "[$time_begin] \"$request\" $status $flags $received $sent $request_time_millis $upstream_time"
                        + " \"$http_x_forwarded_for\" \"$http_user_agent\" \"$request_id\" \"$host\" \"$upstream\"");
        texts.put(
                "envoy-details",
                "[$time_begin] \"$request\" $status $flags $details $termination \"$failure\" $received $sent"
                        + " $request_time_millis $upstream_time \"$http_x_forwarded_for\" \"$http_user_agent\""
                        + " \"$request_id\" \"$host\" \"$upstream\" $rest");
        texts.put(
                "traefik",
                COMBINED.replace("time_local", "time_begin")
                        + " $count \"$router\" \"$server\" ${request_time_millis}ms");
        texts.put("nginx-main", COMBINED + " \"$http_x_forwarded_for\"");
        texts.put("combined", COMBINED);
        texts.put("common", COMMON);
        return texts;
    }

    static List<String> names() {
        return List.of(
                "combined",
                "common",
                "nginx",
                "nginx-main",
                "apache",
                "envoy",
                "alb",
                "cloudfront",
                "w3c",
                "caddy",
                "traefik",
                "json",
                "csv");
    }

    /**
     * Returns the format of this name or text.
     *
     * @param sample the first lines of the log
     */
    static Chosen named(String name, List<byte[]> sample, Mapping mapping) {
        boolean json = !sample.isEmpty() && beginsWith(sample.get(0), '{');
        LogFormat format = switch (name) {
            case "nginx", "apache" -> FormatText.read(COMBINED);
            case "json", "caddy" -> new JsonFormat();
            case "csv" -> ColumnsFormat.csv();
            case "w3c", "cloudfront" -> ColumnsFormat.w3c();
            default ->
                json && name.equals("traefik")
                        ? new JsonFormat()
                        : FormatText.read(requireText(TEXTS.getOrDefault(name, name)));
        };
        String shown = names().contains(name) ? name : "the given format";
        Chosen chosen = complete(shown, format, sample, mapping);
        chosen.mapping().problem().ifPresent(problem -> {
            throw new UnusableLogException("As " + shown + ", " + problem);
        });
        return chosen;
    }

    private static String requireText(String text) {
        if (text.indexOf('$') < 0 && text.indexOf('%') < 0) {
            throw new IllegalArgumentException("there is no format \"" + text + "\"; write "
                    + String.join(", ", names()) + ", or the text of log_format in quotes");
        }
        return text;
    }

    /** Returns the format that reads these lines best; fails if none reads nineteen of twenty. */
    static Chosen guess(List<byte[]> sample, Mapping mapping) {
        if (sample.isEmpty()) {
            return named("combined", sample, mapping);
        }
        if (beginsWith(sample.get(0), '{')) {
            return named("json", sample, mapping);
        }
        if (beginsWith(sample.get(0), '#')) {
            return named("w3c", sample, mapping);
        }
        for (Map.Entry<String, String> text : TEXTS.entrySet()) {
            LogFormat format = TextFormat.of(text.getValue());
            if (readable(format, sample) * 20 >= sample.size() * 19L) {
                return complete(text.getKey(), format, sample, mapping);
            }
        }
        Chosen csv = complete("csv", ColumnsFormat.csv(), sample, mapping);
        if (csv.mapping().problem().isEmpty()
                && readable(ColumnsFormat.csv(), sample) * 20 >= (sample.size() - 1) * 19L) {
            return csv;
        }
        throw new UnusableLogException("Cannot guess the format of the log. Its first line is\n  "
                + cut(sample.get(0)) + "\nWrite --format with one of " + String.join(", ", names())
                + ", or with the text of log_format in quotes");
    }

    static String cut(byte[] line) {
        String text = new String(line, 0, Math.min(line.length, 200), StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}", "?") + (line.length > 200 ? " …" : "");
    }

    private static boolean beginsWith(byte[] line, char first) {
        return line.length > 0 && line[0] == first;
    }

    private static long readable(LogFormat format, List<byte[]> sample) {
        List<String> times = List.of("time_begin", "time_local", "request_creation_time");
        LogFormat timed = format instanceof TextFormat ? format : format.finding(List.of());
        LineFields fields = new LineFields(times.size());
        LogFormat finding = format instanceof TextFormat ? format.finding(times) : timed;
        LogTime time = new LogTime();
        return sample.stream()
                .filter(line -> timed.read(line, 0, line.length, new LineFields(0)) == LogFormat.Line.READ)
                .filter(line -> !(format instanceof TextFormat) || hasTime(finding, line, fields, time))
                .count();
    }

    private static boolean hasTime(LogFormat format, byte[] line, LineFields fields, LogTime time) {
        fields.clear();
        format.read(line, 0, line.length, fields);
        for (int field = 0; field < 3; field++) {
            if (!fields.isMissing(field)
                    && time.read(fields.bytes(field), fields.from(field), fields.to(field)) != LogTime.UNREADABLE) {
                return true;
            }
        }
        return false;
    }

    private static Chosen complete(String name, LogFormat format, List<byte[]> sample, Mapping mapping) {
        List<String> candidates = mapping.candidates();
        LogFormat finding = format.finding(candidates);
        Set<String> present = new HashSet<>(finding.names());
        LineFields fields = new LineFields(candidates.size());
        for (byte[] line : sample) {
            fields.clear();
            finding.read(line, 0, line.length, fields);
            for (int field = 0; field < candidates.size(); field++) {
                if (fields.bytes(field).length > 0) {
                    present.add(candidates.get(field));
                }
            }
        }
        present.addAll(format.names());
        present.addAll(finding.names());
        for (String given : mapping.wanted()) {
            if (!present.contains(given)) {
                throw new UnusableLogException("The log has no field \"" + given + "\""
                        + (present.isEmpty()
                                ? ""
                                : "; it has "
                                        + String.join(
                                                ", ", present.stream().sorted().toList())));
            }
        }
        return new Chosen(name, format, mapping.among(present));
    }
}
