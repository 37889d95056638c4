package io.weir.classify.spi;

import java.util.Locale;

/** Normalizes the host of a request, so that all spellings of one host become the same text. */
public final class HostName {

    private HostName() {}

    /**
     * Returns the host in lower case, without its port and without trailing dots. DNS, proxies and browsers treat
     * {@code API.example.com.:8080} and {@code api.example.com} as the same host.
     */
    public static String read(String host) {
        int end = portColon(host);
        while (end > 0 && host.charAt(end - 1) == '.') {
            end--;
        }
        return host.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the index of the colon before the port, or the length if there is no port. A colon inside an IPv6
     * address, with or without brackets, starts no port.
     */
    private static int portColon(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0 && (host.indexOf(':') == colon || host.charAt(colon - 1) == ']');
        for (int i = colon + 1; port && i < host.length(); i++) {
            port = host.charAt(i) >= '0' && host.charAt(i) <= '9';
        }
        return port ? colon : host.length();
    }
}
