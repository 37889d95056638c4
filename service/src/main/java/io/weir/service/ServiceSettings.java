package io.weir.service;

import java.util.Set;

/** How the service is to run, all checked. */
record ServiceSettings(int port, String bind, Access access, HeaderStyle headers, LogFormat logs) {

    ServiceSettings(int port, String bind, Access access) {
        this(port, bind, access, HeaderStyle.of(Set.of(HeaderStyle.Dialect.X_RATELIMIT)), LogFormat.TEXT);
    }

    /** How log lines are written. */
    enum LogFormat {
        TEXT,
        JSON
    }
}
