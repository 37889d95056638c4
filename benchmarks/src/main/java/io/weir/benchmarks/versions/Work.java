package io.weir.benchmarks.versions;

import io.weir.benchmarks.grpc.GrpcLoad;
import io.weir.benchmarks.service.Load;
import java.nio.file.Path;
import java.time.Duration;

/** The calls that are measured. */
enum Work {
    CHECKS("/check") {
        @Override
        Figure load(Build build, Duration duration, Path folder) throws Exception {
            return http(build, duration, folder.resolve("checks.lua"));
        }
    },
    EVALUATIONS("/evaluate, five rules") {
        @Override
        Figure load(Build build, Duration duration, Path folder) throws Exception {
            return http(build, duration, folder.resolve("evaluations.lua"));
        }
    },
    ENVOY("Envoy, one descriptor") {
        @Override
        Figure load(Build build, Duration duration, Path folder) throws Exception {
            double before = build.server().cpuSeconds();
            double perSecond = GrpcLoad.perSecond(build.grpcPort(), 1, duration, folder);
            double seconds = build.server().cpuSeconds() - before;
            return new Figure(seconds * 1e6 / (perSecond * duration.toSeconds()), perSecond);
        }
    };

    private static final int KEYS = 100_000;

    private final String label;

    Work(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    abstract Figure load(Build build, Duration duration, Path folder) throws Exception;

    private static Figure http(Build build, Duration duration, Path script) throws Exception {
        Load load = Load.on(build.server(), duration, script, KEYS);
        return new Figure(load.cpuMicros(), load.perSecond());
    }
}
