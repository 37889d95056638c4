package io.weir.service.http;

import java.util.Locale;

/** Reads the Host header: a name or an address, and an optional port. */
public final class HostHeader {

    private static final String OTHER_CHARACTERS = "-._~!$&'()*+,;=%";

    private HostHeader() {}

    /** Whether the text is valid by RFC 9112: a host of RFC 3986 without a user, and an optional port in digits. */
    public static boolean isValid(String host) {
        int port = portAt(host);
        for (int i = 0; i < port; i++) {
            char each = host.charAt(i);
            boolean inBrackets = host.charAt(0) == '[' && (each == '[' || each == ']' || each == ':');
            if (!inBrackets && !isLetterOrDigit(each) && OTHER_CHARACTERS.indexOf(each) < 0) {
                return false;
            }
        }
        for (int i = port + 1; i < host.length(); i++) {
            if (host.charAt(i) < '0' || host.charAt(i) > '9') {
                return false;
            }
        }
        return host.isEmpty() || host.charAt(0) != '[' || host.charAt(port - 1) == ']';
    }

    private static boolean isLetterOrDigit(char each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
    }

    /** The host without its port, in lower case, and without the dot that may end a full name. */
    public static String name(String host) {
        String name = host.substring(0, portAt(host)).toLowerCase(Locale.ROOT);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** Whether the host is an IP address, which no name server can redirect. */
    static boolean isAddress(String name) {
        if (name.startsWith("[")) {
            return true;
        }
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            if (each != '.' && (each < '0' || each > '9')) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** The index of the colon before the port, or the end of the text. */
    private static int portAt(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? colon : host.length();
    }
}
