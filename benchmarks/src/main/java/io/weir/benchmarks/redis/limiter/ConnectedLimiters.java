package io.weir.benchmarks.redis.limiter;

import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The limiters in use. Each is connected once, to Redis directly or through the proxy. */
public final class ConnectedLimiters implements AutoCloseable {

    /** A database for measuring the size of keys, which nothing else uses. */
    private static final int SCALES = 15;

    private final RedisServer redis;
    private final FaultProxy proxy;
    private final Map<String, RedisLimiter> connected = new LinkedHashMap<>();

    public ConnectedLimiters(RedisServer redis, FaultProxy proxy) {
        this.redis = redis;
        this.proxy = proxy;
    }

    /** Returns the limiter for the keys. The keys are registered once, on the direct connection. */
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

    /** Returns the limiter for requests with four limits. */
    public RedisLimiter onFour(FourLimits way, Network network) {
        return connected.computeIfAbsent(
                uri(network, way.database()), uri -> way.contender().connect(uri, FourLimits.NUMBERS));
    }

    private String uri(Network network, int database) {
        return (network == Network.DIRECT ? redis.uri() : proxy.uri()) + "/" + database;
    }

    /** Returns a limiter on a database that nothing else uses. */
    public String scalesUri() {
        return uri(Network.DIRECT, SCALES);
    }

    @Override
    public void close() {
        connected.values().forEach(RedisLimiter::close);
    }
}
