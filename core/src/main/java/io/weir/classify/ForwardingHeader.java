package io.weir.classify;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A header in which proxies write for whom they speak. Each adds to what it was sent, so that the nearest one's word is the last. */
public record ForwardingHeader(String name) {

    public static final ForwardingHeader X_FORWARDED_FOR = new ForwardingHeader("X-Forwarded-For");

    /** That of RFC 7239. */
    public static final ForwardingHeader FORWARDED = new ForwardingHeader("Forwarded");

    private static final Pattern FOR = Pattern.compile("\\s*for\\s*=\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}");

    /**
     * What stands in all its lines, in their order, without ports and brackets; what is no address is left as it is.
     *
     * <p>Commas and semicolons separate even between quotation marks, where no address has one: else somebody could open
     * quotation marks and so swallow what the proxies write after them.
     */
    public List<String> hops(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(element -> bare(isStandard() ? named(element) : element.strip()))
                .toList();
    }

    private boolean isStandard() {
        return name.equalsIgnoreCase(FORWARDED.name);
    }

    /** The value of {@code for}, or nothing. */
    private static String named(String element) {
        return Arrays.stream(element.split(";", -1))
                .filter(pair -> FOR.matcher(pair).lookingAt())
                .map(pair ->
                        FOR.matcher(pair).replaceFirst("").replace("\"", "").strip())
                .findFirst()
                .orElse("");
    }

    private static String bare(String node) {
        int close = node.lastIndexOf(']');
        if (node.startsWith("[") && close > 0 && isPort(node.substring(close + 1))) {
            return node.substring(1, close);
        }
        int colon = node.indexOf(':');
        return colon > 0 && isPort(node.substring(colon)) ? node.substring(0, colon) : node;
    }

    private static boolean isPort(String text) {
        return text.isEmpty() || PORT.matcher(text).matches();
    }
}
