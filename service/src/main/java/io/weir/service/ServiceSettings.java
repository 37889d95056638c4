package io.weir.service;

import io.weir.classify.TrustedProxies;
import java.util.Set;

/** How the service is to run, all checked. */
record ServiceSettings(
        int port, String bind, Access access, TrustedProxies proxies, HeaderStyle headers, LogFormat logs) {

    ServiceSettings(int port, String bind, Access access) {
        this(
                port,
                bind,
                access,
                TrustedProxies.NONE,
                HeaderStyle.of(Set.of(HeaderStyle.Dialect.X_RATELIMIT)),
                LogFormat.TEXT);
    }

    /** How log lines are written. */
    enum LogFormat {
        TEXT,
        JSON
    }
}
