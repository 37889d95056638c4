package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EvictionWarningTest {

    private static final Logger LOGGER = Logger.getLogger(RedisStore.class.getName());

    private final List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(entry);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "volatile-ttl", "allkeys-random"})
    void warnsOnceOfARedisThatEvicts(String policy) {
        useRedis("", "--maxmemory", "100mb", "--maxmemory-policy", policy);
        assertThat(warnings)
                .singleElement()
                .extracting(LogRecord::getMessage)
                .asString()
                .contains("maxmemory-policy noeviction");
    }

    @Test
    void doesNotWarnOfARedisThatRefusesInstead() {
        useRedis("", "--maxmemory", "100mb", "--maxmemory-policy", "noeviction");
        assertThat(warnings).isEmpty();
    }

    @Test
    void doesNotWarnOfARedisWithoutABound() {
        useRedis("", "--maxmemory", "0", "--maxmemory-policy", "allkeys-lru");
        assertThat(warnings).isEmpty();
    }

    @Test
    void worksSilentlyForAUserWhoMayNotAsk() {
        useRedis("somebody:secret@", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
        assertThat(warnings).isEmpty();
    }

    /** The charge's answer comes behind what Redis says of its memory. */
    private static void useRedis(String user, String... options) {
        try (RedisServer redis = RedisServer.start(options)) {
            redis.command("ACL", "SETUSER", "somebody", "on", ">secret", "~*", "+@all", "-info");
            try (RedisStore store = RedisStore.connect("redis://" + user + "127.0.0.1:" + redis.port())) {
                assertThat(store.chargeNow("key", Limit.parse("10/min"), 1).allowed())
                        .isTrue();
            }
        }
    }
}
