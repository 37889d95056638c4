package io.weir.service;

import io.weir.classify.TrustedProxies;
import io.weir.guard.secret.Pepper;
import io.weir.http.HeaderStyle;
import io.weir.service.access.Access;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.service.observe.ObserveSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The settings of the service, all checked. */
public record ServiceSettings(
        int port,
        String bind,
        Access access,
        TrustedProxies proxies,
        HeaderStyle headers,
        LogFormat logs,
        Duration idleTimeout,
        StoreSettings store,
        PolicySettings policy,
        ObserveSettings observe,
        FrontSettings front,
        GuardSettings guard,
        CredentialSettings credentials) {

    public ServiceSettings(int port, String bind, Access access) {
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
                ObserveSettings.USUAL,
                FrontSettings.ofHeap(),
                GuardSettings.NONE,
                CredentialSettings.NONE);
    }

    /** The secret of this installation: that of the keys, or one that was given. */
    public Optional<Pepper> pepper() {
        return guard.database().map(DatabaseSettings::pepper).or(credentials::pepper);
    }

    public ServiceSettings withStore(StoreSettings other) {
        return new ServiceSettings(
                port,
                bind,
                access,
                proxies,
                headers,
                logs,
                idleTimeout,
                other,
                policy,
                observe,
                front,
                guard,
                credentials);
    }

    public ServiceSettings withPolicy(PolicySettings other) {
        return new ServiceSettings(
                port,
                bind,
                access,
                proxies,
                headers,
                logs,
                idleTimeout,
                store,
                other,
                observe,
                front,
                guard,
                credentials);
    }

    public ServiceSettings withObserve(ObserveSettings other) {
        return new ServiceSettings(
                port,
                bind,
                access,
                proxies,
                headers,
                logs,
                idleTimeout,
                store,
                policy,
                other,
                front,
                guard,
                credentials);
    }

    public ServiceSettings withFront(FrontSettings other) {
        return new ServiceSettings(
                port,
                bind,
                access,
                proxies,
                headers,
                logs,
                idleTimeout,
                store,
                policy,
                observe,
                other,
                guard,
                credentials);
    }

    public ServiceSettings withGuard(GuardSettings other) {
        return new ServiceSettings(
                port,
                bind,
                access,
                proxies,
                headers,
                logs,
                idleTimeout,
                store,
                policy,
                observe,
                front,
                other,
                credentials);
    }

    public ServiceSettings withCredentials(CredentialSettings other) {
        return new ServiceSettings(
                port, bind, access, proxies, headers, logs, idleTimeout, store, policy, observe, front, guard, other);
    }

    /** The format of log lines. */
    public enum LogFormat {
        TEXT,
        JSON
    }
}
