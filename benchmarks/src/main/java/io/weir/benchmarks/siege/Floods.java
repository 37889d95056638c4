package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.attack.Attack;
import java.util.List;

/** All floods, in the order of the table. */
final class Floods {

    static final List<String> WITH_TOKEN = List.of("--check-token", BesiegedService.TOKEN);

    private static final List<String> OPEN = List.of();

    private Floods() {}

    static List<Flood> all() {
        return List.of(
                new HttpFlood("bodies", Attack.UNFINISHED_EVALUATION, 12_000, List.of("-Xmx256m"), WITH_TOKEN),
                new HttpFlood("batch-bodies", Attack.UNFINISHED_BATCH, 506, Camp.DEPLOYED, OPEN),
                new HttpFlood("batch-bodies", Attack.UNFINISHED_BATCH, 1_012, Camp.DEPLOYED, OPEN),
                new HttpFlood("unknown-paths", Attack.UNKNOWN_PATH, 256, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("unknown-paths", Attack.UNKNOWN_PATH, 512, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("page", Attack.PAGE, 256, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("openapi", Attack.OPENAPI, 256, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("health", Attack.HEALTH, 256, Camp.DEPLOYED, WITH_TOKEN),
                new JsonFlood("json", 256),
                new HttpFlood("huge-batches", Attack.HUGE_BATCH, 16, Camp.DEPLOYED, OPEN),
                new HttpFlood("huge-batches", Attack.HUGE_BATCH, 32, Camp.DEPLOYED, OPEN),
                new HttpFlood("batches", Attack.FULL_BATCH, 64, Camp.DEPLOYED, OPEN),
                new HttpFlood("batches", Attack.FULL_BATCH, 128, Camp.DEPLOYED, OPEN),
                new HttpFlood("unread-scrapes", Attack.UNREAD_SCRAPES, 200, Camp.DEPLOYED, WITH_TOKEN),
                new SharedLimitFlood("shared-checks", Attack.CHECKS, 1_000),
                new SharedLimitFlood("shared-checks", Attack.CHECKS, 3_000),
                new SharedLimitFlood("shared-scrapes", Attack.SCRAPES, 64),
                new ColdStart("cold-start", 32),
                new KeyFlood("keys", 16, 1_400_000, "128m"),
                new GrpcFlood("grpc-resets", Attack.GRPC_RESETS, 1),
                new GrpcFlood("grpc-idle", Attack.GRPC_IDLE, 3_000),
                new GrpcFlood("grpc-messages", Attack.GRPC_MESSAGES, 200),
                new GrpcFlood("grpc-health", Attack.GRPC_HEALTH, 200));
    }

    /** One flood of each kind, smaller where that shows the same. */
    static List<Flood> quick() {
        return List.of(
                new HttpFlood("bodies", Attack.UNFINISHED_EVALUATION, 12_000, List.of("-Xmx256m"), WITH_TOKEN),
                new HttpFlood("batch-bodies", Attack.UNFINISHED_BATCH, 506, Camp.DEPLOYED, OPEN),
                new HttpFlood("unknown-paths", Attack.UNKNOWN_PATH, 256, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("page", Attack.PAGE, 128, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("openapi", Attack.OPENAPI, 128, Camp.DEPLOYED, WITH_TOKEN),
                new HttpFlood("health", Attack.HEALTH, 128, Camp.DEPLOYED, WITH_TOKEN),
                new JsonFlood("json", 128),
                new HttpFlood("huge-batches", Attack.HUGE_BATCH, 16, Camp.DEPLOYED, OPEN),
                new HttpFlood("batches", Attack.FULL_BATCH, 64, Camp.DEPLOYED, OPEN),
                new HttpFlood("unread-scrapes", Attack.UNREAD_SCRAPES, 200, Camp.DEPLOYED, WITH_TOKEN),
                new SharedLimitFlood("shared-checks", Attack.CHECKS, 1_000),
                new SharedLimitFlood("shared-scrapes", Attack.SCRAPES, 64),
                new ColdStart("cold-start", 32),
                new KeyFlood("keys", 16, 700_000, "64m"),
                new GrpcFlood("grpc-resets", Attack.GRPC_RESETS, 1),
                new GrpcFlood("grpc-idle", Attack.GRPC_IDLE, 1_000),
                new GrpcFlood("grpc-health", Attack.GRPC_HEALTH, 200));
    }
}
