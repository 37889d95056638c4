package io.weir.benchmarks.siege.attack;

import io.weir.benchmarks.siege.BesiegedService;
import io.weir.benchmarks.siege.attack.HttpAttackClient.Manner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** The kinds of attacks, by what their connections send. */
public enum Attack {
    /** All but the last byte of a body that {@code /evaluate} accepts. */
    UNFINISHED_EVALUATION(Manner.HOLD) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.UNFINISHED_EVALUATION.duplicate();
        }
    },
    /** All but the last byte of a body that {@code /evaluate/batch} accepts. */
    UNFINISHED_BATCH(Manner.HOLD) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.UNFINISHED_BATCH.duplicate();
        }
    },
    UNKNOWN_PATH(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/nowhere");
        }
    },
    PAGE(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/");
        }
    },
    OPENAPI(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/openapi.json");
        }
    },
    HEALTH(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/actuator/health");
        }
    },
    /** Calls of Envoy's interface for JSON, of 100,000 keys. */
    ENVOY_JSON(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.envoyJson(number * 7919 % 100_000);
        }
    },
    /** A batch of 340,000 empty requests, which is 3,400 times what is allowed. */
    HUGE_BATCH(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.HUGE_BATCH.duplicate();
        }
    },
    /** A batch of as many requests as are allowed. */
    FULL_BATCH(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.FULL_BATCH.duplicate();
        }
    },
    /** Checks of 100,000 keys. */
    CHECKS(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/api/v1/rate-limit/check?key=other-" + number * 7919 % 100_000);
        }
    },
    /** Checks of one key, which soon has nothing left. */
    LIMITED_KEY(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/api/v1/rate-limit/check?key=limited");
        }
    },
    /** Half of a day's limit for each of ever new keys. */
    NEW_KEYS(Manner.PIPELINE) {
        @Override
        ByteBuffer request(long number) {
            return get("/api/v1/rate-limit/check?key=day:flood-" + number + "&permits=50");
        }
    },
    SCRAPES(Manner.ASK) {
        @Override
        ByteBuffer request(long number) {
            return get("/actuator/prometheus");
        }
    },
    /** Five scrapes whose answers are not read. */
    UNREAD_SCRAPES(Manner.IGNORE) {
        @Override
        ByteBuffer request(long number) {
            return SharedRequests.FIVE_SCRAPES.duplicate();
        }
    },
    GRPC_RESETS(Manner.ASK) {
        @Override
        AttackClient client(Sequence numbers, AttackTally tally) {
            return new StreamResets(Http2Frames.callHeaders(RATE_LIMIT_CALL, ""), tally);
        }
    },
    GRPC_IDLE(Manner.HOLD) {
        @Override
        AttackClient client(Sequence numbers, AttackTally tally) {
            return new IdleConnection();
        }
    },
    /** Unfinished messages of a caller that has the check token. */
    GRPC_MESSAGES(Manner.HOLD) {
        @Override
        AttackClient client(Sequence numbers, AttackTally tally) {
            return new UnfinishedMessage(Http2Frames.callHeaders(RATE_LIMIT_CALL, BesiegedService.TOKEN));
        }
    },
    /** Unfinished messages to the health service, which needs no token. */
    GRPC_HEALTH(Manner.HOLD) {
        @Override
        AttackClient client(Sequence numbers, AttackTally tally) {
            return new UnfinishedMessage(Http2Frames.callHeaders("/grpc.health.v1.Health/Check", ""));
        }
    };

    static final int PIPELINED = 32;
    private static final String RATE_LIMIT_CALL = "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit";

    private final Manner manner;

    Attack(Manner manner) {
        this.manner = manner;
    }

    /** Requests that are the same on all connections. */
    private static final class SharedRequests {
        private static final ByteBuffer UNFINISHED_EVALUATION = unfinished("/api/v1/rate-limit/evaluate", 16 * 1024);
        private static final ByteBuffer UNFINISHED_BATCH = unfinished("/api/v1/rate-limit/evaluate/batch", 1024 * 1024);
        private static final ByteBuffer HUGE_BATCH = batch("{}", 340_000);
        private static final ByteBuffer FULL_BATCH =
                batch("{\"method\":\"GET\",\"path\":\"/orders\",\"user\":\"user-1\",\"ip\":\"192.0.2.1\"}", 100);
        private static final ByteBuffer FIVE_SCRAPES =
                bytes("GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5));

        private static ByteBuffer unfinished(String path, int length) {
            return bytes(post(path, length) + " ".repeat(length - 1));
        }

        private static ByteBuffer batch(String request, int times) {
            String body = "{\"requests\":[" + String.join(",", Collections.nCopies(times, request)) + "]}";
            return bytes(post("/api/v1/rate-limit/evaluate/batch", body.length()) + body);
        }

        private static ByteBuffer envoyJson(long key) {
            String body = "{\"domain\":\"siege\",\"descriptors\":[{\"entries\":[{\"key\":\"user\",\"value\":\"" + key
                    + "\"}]}]}";
            return bytes(post("/json", body.length()) + body);
        }

        private static String post(String path, int length) {
            return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                    + length + "\r\n\r\n";
        }
    }

    /** A request of this attack, numbered so that those after it may differ. */
    ByteBuffer request(long number) {
        throw new UnsupportedOperationException(this + " sends no HTTP/1.1");
    }

    /** The client of one connection of this attack. */
    AttackClient client(Sequence numbers, AttackTally tally) {
        return new HttpAttackClient(() -> next(numbers), manner, tally);
    }

    private ByteBuffer next(Sequence numbers) {
        int size = manner == Manner.PIPELINE ? PIPELINED : 1;
        long first = numbers.take(size);
        if (first < 0) {
            return ByteBuffer.allocate(0);
        }
        if (size == 1) {
            return request(first);
        }
        ByteBuffer all = ByteBuffer.allocate(size * 160);
        for (int i = 0; i < size; i++) {
            all.put(request(first + i));
        }
        return all.flip();
    }

    private static ByteBuffer get(String target) {
        return bytes("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
