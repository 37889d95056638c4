package io.weir.benchmarks.redis.limiter;

import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The limiters in use, each connected once: to Redis directly or through the proxy. */
public final class ConnectedLimiters implements AutoCloseable {

    /** A database that nobody else has, for weighing keys. */
    private static final int SCALES = 15;

    private final RedisServer redis;
    private final FaultProxy proxy;
    private final Map<String, RedisLimiter> connected = new LinkedHashMap<>();

    public ConnectedLimiters(RedisServer redis, FaultProxy proxy) {
        this.redis = redis;
        this.proxy = proxy;
    }

    /** One on the keys, which it is told of once, on the direct way. */
    public RedisLimiter on(RedisContender contender, KeySet keys, Network network) {
        int database = contender.database() + (keys == KeySet.HOT ? RedisContender.values().length : 0);
        return connected.computeIfAbsent(uri(network, database), uri -> {
            RedisLimiter limiter = contender.connect(uri, keys.numbers());
            if (network == Network.DIRECT) {
                limiter.prepare(keys.keys());
            }
            return limiter;
        });
    }

    /** One for requests with four limits. */
    public RedisLimiter onFour(FourLimits way, Network network) {
        return connected.computeIfAbsent(
                uri(network, way.database()), uri -> way.contender().connect(uri, FourLimits.NUMBERS));
    }

    private String uri(Network network, int database) {
        return (network == Network.DIRECT ? redis.uri() : proxy.uri()) + "/" + database;
    }

    /** Of a database that is used for nothing else. */
    public String scalesUri() {
        return uri(Network.DIRECT, SCALES);
    }

    @Override
    public void close() {
        connected.values().forEach(RedisLimiter::close);
    }
}
