package io.weir.benchmarks.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.weir.memory.MemoryStore;
import io.weir.metrics.CoarseClock;
import io.weir.metrics.GateMeters;
import io.weir.metrics.store.MeteredStore;
import io.weir.metrics.subjects.RejectionLog;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.store.Store;

/** The ways to measure checks. */
public enum Meters {
    /** Checks are not measured. */
    NONE {
        @Override
        Store store() {
            return new MemoryStore();
        }

        @Override
        Gate gate(Policy policy) {
            return new Gate(policy, store());
        }
    },

    /** Meters of an application, on Micrometer's own clock. */
    ON_SYSTEM_CLOCK {
        @Override
        Store store() {
            return MeteredStore.around(new MemoryStore(), registry(Clock.SYSTEM));
        }

        @Override
        Gate gate(Policy policy) {
            return metered(policy, registry(Clock.SYSTEM));
        }
    },

    /** Meters of the service. */
    ON_COARSE_CLOCK {
        @Override
        Store store() {
            return MeteredStore.around(new MemoryStore(), registry(CoarseClock.start()));
        }

        @Override
        Gate gate(Policy policy) {
            return metered(policy, registry(CoarseClock.start()));
        }
    };

    abstract Store store();

    abstract Gate gate(Policy policy);

    private static MeterRegistry registry(Clock clock) {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);
    }

    private static Gate metered(Policy policy, MeterRegistry registry) {
        TopSubjects subjects = new TopSubjects(SubjectNames.HASHED);
        subjects.bindTo(registry);
        RejectionLog log = new RejectionLog(SubjectNames.HASHED, rejection -> {});
        return new Gate(
                policy,
                MeteredStore.around(new MemoryStore(), registry),
                new GateMeters(registry).and(subjects).and(log));
    }
}
