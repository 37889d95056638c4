package io.weir.testkit.fault;

import io.weir.testkit.redis.RedisServer;
import java.time.Duration;

/** A real fault of a Redis server or of the connection to it. */
public enum Fault {
    KILLED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.kill();
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            redis.restart();
            login(redis, PASSWORD);
        }
    },

    /** SIGSTOP. The connections stay open. */
    STOPPED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.pause();
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            redis.resume();
        }
    },

    /** CLIENT PAUSE. */
    PAUSED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.command("CLIENT", "PAUSE", "600000", "WRITE");
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            redis.command("CLIENT", "UNPAUSE");
        }
    },

    /** A master that became a replica while its connections stayed open: READONLY. */
    DEMOTED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.command("REPLICAOF", "127.0.0.1", "1");
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            redis.command("REPLICAOF", "NO", "ONE");
        }
    },

    /** The memory is full and nothing may be evicted: OOM. */
    FULL {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.command("CONFIG", "SET", "maxmemory", "1");
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
    },

    /** The scripts are lost; the next call loads them again. */
    SCRIPTS_FLUSHED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            redis.command("SCRIPT", "FLUSH");
        }
    },

    /** The password changes, and all clients are disconnected. */
    PASSWORD_CHANGED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            login(redis, "another");
            redis.command("CLIENT", "KILL", "USER", USER);
        }

        @Override
        void heal(RedisServer redis, FaultProxy way) {
            login(redis, PASSWORD);
        }
    },

    /** The connections are reset, once. */
    CUT {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.cut();
        }
    },

    /** The connection is reset in the middle of a reply, once. */
    CUT_IN_MID_REPLY {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.cutAfterBytes(7);
        }
    },

    /** Connections are reset, and new ones are rejected. */
    REFUSING {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.refuse();
            way.cut();
        }
    },

    /** Data is no longer transmitted, without any error. */
    STALLED {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.stall();
        }
    },

    /** The server is gone without notice: everything that the client sends is lost. */
    HALF_OPEN {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.halfOpen();
        }
    },

    /** Every answer is delayed by a second. */
    SLOW {
        @Override
        void strike(RedisServer redis, FaultProxy way) {
            way.delay(Duration.ofMillis(500));
        }
    };

    private static final String USER = "weir";
    private static final String PASSWORD = "secret";

    abstract void strike(RedisServer redis, FaultProxy way);

    void heal(RedisServer redis, FaultProxy way) {
        way.heal();
    }

    private static void login(RedisServer redis, String password) {
        redis.command("ACL", "SETUSER", USER, "on", "resetpass", ">" + password, "~*", "&*", "+@all");
    }

    /** Returns whether the fault ends by itself. */
    public boolean isMomentary() {
        return this == SCRIPTS_FLUSHED || this == CUT || this == CUT_IN_MID_REPLY;
    }

    /** Returns whether the counters are lost after it. */
    public boolean losesCounters() {
        return this == KILLED;
    }

    /** A Redis behind a proxy, as the target of faults. */
    public static final class Victim implements AutoCloseable {

        private final RedisServer redis = RedisServer.start();
        private final FaultProxy way = FaultProxy.before(redis.port());

        public Victim() {
            login(redis, PASSWORD);
        }

        public String uri() {
            return "redis://" + USER + ":" + PASSWORD + "@127.0.0.1:" + way.port();
        }

        public void strike(Fault fault) {
            fault.strike(redis, way);
        }

        public void heal(Fault fault) {
            fault.heal(redis, way);
        }

        public RedisServer redis() {
            return redis;
        }

        public FaultProxy way() {
            return way;
        }

        @Override
        public void close() {
            way.close();
            redis.close();
        }
    }
}
