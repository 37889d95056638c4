package io.weir.lab.log;

import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the format texts of Apache and Envoy into those of nginx, which {@link TextFormat} reads. */
final class FormatText {

    private static final Pattern ENVOY = Pattern.compile("%([A-Z_0-9]+)(?:\\(([^)]*)\\))?(?::\\d+)?%");
    private static final Pattern APACHE = Pattern.compile("%(?:[!\\d,]*)?[<>]?(?:\\{([^}]*)})?([a-zA-Z%])");

    private static final Map<String, String> ENVOY_NAMES = Map.of(
            "START_TIME", "time_begin",
            "RESPONSE_CODE", "status",
            "DURATION", "request_time_millis",
            "DOWNSTREAM_REMOTE_ADDRESS", "remote_addr",
            "DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT", "remote_addr",
            "DOWNSTREAM_DIRECT_REMOTE_ADDRESS", "remote_addr",
            "DOWNSTREAM_DIRECT_REMOTE_ADDRESS_WITHOUT_PORT", "remote_addr");

    private static final Map<String, String> APACHE_NAMES = Map.ofEntries(
            Map.entry("h", "remote_addr"),
            Map.entry("a", "remote_addr"),
            Map.entry("u", "remote_user"),
            Map.entry("r", "request"),
            Map.entry("s", "status"),
            Map.entry("m", "request_method"),
            Map.entry("U", "request_uri"),
            Map.entry("v", "host"),
            Map.entry("V", "host"),
            Map.entry("D", "request_time_micros"),
            Map.entry("T", "request_time"));

    private FormatText() {}

    /** Returns a format for the text of a configuration file, whichever of the three servers it is from. */
    static TextFormat read(String text) {
        if (text.indexOf('$') >= 0) {
            return TextFormat.of(text);
        }
        return TextFormat.of(ENVOY.matcher(text).find() ? fromEnvoy(text) : fromApache(text));
    }

    private static String fromEnvoy(String text) {
        return ENVOY.matcher(text).replaceAll(command -> Matcher.quoteReplacement("${" + envoyName(command) + "}"));
    }

    private static String envoyName(MatchResult command) {
        String argument = command.group(2);
        if (command.group(1).equals("START_TIME") && argument != null && !argument.isEmpty()) {
            throw new IllegalArgumentException(
                    "cannot read %START_TIME(" + argument + ")%; log %START_TIME% without a format of its own");
        }
        if (command.group(1).equals("REQ") && argument != null) {
            return headerName(argument);
        }
        return ENVOY_NAMES.getOrDefault(
                command.group(1), "envoy_" + command.group(1).toLowerCase(Locale.ROOT));
    }

    /** {@code X-ENVOY-ORIGINAL-PATH?:PATH} is a header, or another one if the first is missing. */
    private static String headerName(String names) {
        String last = names.substring(names.lastIndexOf('?') + 1).toLowerCase(Locale.ROOT);
        return switch (last) {
            case ":method" -> "request_method";
            case ":path" -> "request_uri";
            case ":authority" -> "host";
            default -> "http_" + last.replaceAll("\\W", "_");
        };
    }

    private static String fromApache(String text) {
        String plain = text.replace("\\\"", "\"").replace("%U%q", "%U");
        return APACHE.matcher(plain).replaceAll(directive -> Matcher.quoteReplacement(apacheName(directive)));
    }

    private static String apacheName(MatchResult directive) {
        String argument = directive.group(1) == null ? "" : directive.group(1);
        String letter = directive.group(2);
        if (letter.equals("t") && !argument.isEmpty()) {
            throw new IllegalArgumentException("cannot read %{" + argument + "}t; log %t without a format of its own");
        }
        return switch (letter) {
            case "%" -> "%";
            case "t" -> "[${time_begin}]";
            case "i" -> "${http_" + argument.toLowerCase(Locale.ROOT).replaceAll("\\W", "_") + "}";
            case "T" ->
                "${request_time" + (argument.equals("ms") ? "_millis" : argument.equals("us") ? "_micros" : "") + "}";
            default -> "${" + APACHE_NAMES.getOrDefault(letter, "apache_" + letter) + "}";
        };
    }
}
