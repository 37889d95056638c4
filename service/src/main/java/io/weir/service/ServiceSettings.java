package io.weir.service;

import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import java.time.Duration;
import java.util.Set;

/** How the service is to run, all checked. */
record ServiceSettings(
        int port,
        String bind,
        Access access,
        TrustedProxies proxies,
        HeaderStyle headers,
        LogFormat logs,
        Duration idleTimeout,
        StoreSettings store,
        PolicySettings policy,
        SeeingSettings seeing,
        FrontSettings front) {

    ServiceSettings(int port, String bind, Access access) {
        this(
                port,
                bind,
                access,
                TrustedProxies.NONE,
                HeaderStyle.of(Set.of(HeaderStyle.Dialect.X_RATELIMIT)),
                LogFormat.TEXT,
                Duration.ofSeconds(20),
                StoreSettings.MEMORY,
                PolicySettings.NONE,
                SeeingSettings.USUAL,
                FrontSettings.ofHeap());
    }

    ServiceSettings withStore(StoreSettings other) {
        return new ServiceSettings(
                port, bind, access, proxies, headers, logs, idleTimeout, other, policy, seeing, front);
    }

    ServiceSettings withPolicy(PolicySettings other) {
        return new ServiceSettings(
                port, bind, access, proxies, headers, logs, idleTimeout, store, other, seeing, front);
    }

    ServiceSettings withSeeing(SeeingSettings other) {
        return new ServiceSettings(
                port, bind, access, proxies, headers, logs, idleTimeout, store, policy, other, front);
    }

    ServiceSettings withFront(FrontSettings other) {
        return new ServiceSettings(
                port, bind, access, proxies, headers, logs, idleTimeout, store, policy, seeing, other);
    }

    /** How log lines are written. */
    enum LogFormat {
        TEXT,
        JSON
    }
}
