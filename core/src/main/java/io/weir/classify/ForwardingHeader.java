package io.weir.classify;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A header in which each proxy appends the address that it received the request from. The last entry is the one of the
 * nearest proxy.
 */
public record ForwardingHeader(String name) {

    public static final ForwardingHeader X_FORWARDED_FOR = new ForwardingHeader("X-Forwarded-For");

    /** The header of RFC 7239. */
    public static final ForwardingHeader FORWARDED = new ForwardingHeader("Forwarded");

    private static final Pattern FOR = Pattern.compile("\\s*for\\s*=\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}");

    /**
     * Returns the entries of all lines in their order, without ports and brackets; an entry that is no address is
     * returned unchanged.
     *
     * <p>Commas and semicolons separate entries even between quotation marks, where no address has any. Otherwise a
     * client could open a quotation that hides the entries of the proxies behind it.
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

    /** Returns the value of {@code for}, or an empty text. */
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
