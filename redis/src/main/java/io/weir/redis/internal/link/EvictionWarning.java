package io.weir.redis.internal.link;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Warns once if Redis may evict counters. A client could then reset its own counter by using many new keys. */
final class EvictionWarning {

    private static final Logger LOG = System.getLogger(Connection.LOGGER);
    private static final Pattern BOUND = Pattern.compile("^maxmemory:(\\d+)", Pattern.MULTILINE);
    private static final Pattern POLICY = Pattern.compile("^maxmemory_policy:([\\w-]+)", Pattern.MULTILINE);

    private final AtomicBoolean warned = new AtomicBoolean();

    void warnOf(Session session) {
        session.memory()
                .forEach(memory -> memory.whenComplete((info, failure) -> {
                    if (failure != null) {
                        LOG.log(Level.DEBUG, "cannot read from Redis whether it evicts keys", failure);
                    } else if (evicts(info) && warned.compareAndSet(false, true)) {
                        LOG.log(
                                Level.WARNING,
                                "Redis evicts keys when its memory is full, so a flood of new keys can make it forget counters in"
                                        + " use; give the counters a Redis of their own with maxmemory-policy noeviction");
                    }
                }));
    }

    private static boolean evicts(String info) {
        Matcher bound = BOUND.matcher(info);
        Matcher policy = POLICY.matcher(info);
        return bound.find()
                && policy.find()
                && !bound.group(1).equals("0")
                && !policy.group(1).equals("noeviction");
    }
}
