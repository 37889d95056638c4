package io.weir.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.weir.testkit.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plain connection beside the store, to read and to damage its data. Texts represent bytes, one character for each.
 */
final class RawRedis implements AutoCloseable {

    private static final StringCodec BYTES = new StringCodec(StandardCharsets.ISO_8859_1);

    private final RedisClient client;
    private final RedisCommands<String, String> commands;

    RawRedis(RedisServer server) {
        this.client = RedisClient.create(server.uri());
        this.commands = client.connect(BYTES).sync();
    }

    RedisCommands<String, String> commands() {
        return commands;
    }

    /** Returns all keys with their dumped values, but without their expiries. */
    Map<String, String> contents() {
        List<String> keysAndDumps = commands.eval(
                "local all = {} for _, key in ipairs(redis.call('KEYS', '*')) do"
                        + " all[#all + 1] = key all[#all + 1] = redis.call('DUMP', key) end return all",
                ScriptOutputType.MULTI);
        Map<String, String> contents = new TreeMap<>();
        for (int i = 0; i < keysAndDumps.size(); i += 2) {
            contents.put(keysAndDumps.get(i), keysAndDumps.get(i + 1));
        }
        return contents;
    }

    /** Restores a key to the value that {@link #contents} returned. */
    void restore(String key, String content) {
        commands.restore(key, 60_000, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns how many writes there were. */
    long writes() {
        return Long.parseLong(info("persistence", "rdb_changes_since_last_save:(\\d+)"));
    }

    /** Returns how often a command was called. */
    long calls(String command) {
        return Long.parseLong(info("commandstats", "cmdstat_" + command + ":calls=(\\d+)"));
    }

    private String info(String section, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(commands.info(section));
        return matcher.find() ? matcher.group(1) : "0";
    }

    /** Returns the epoch millisecond at which a key expires. */
    long expiresAtMillis(String key) {
        List<Long> secondsMicrosAndLife = commands.eval(
                "local t = redis.call('TIME') return {tonumber(t[1]), tonumber(t[2]), redis.call('PTTL', KEYS[1])}",
                ScriptOutputType.MULTI,
                key);
        long life = secondsMicrosAndLife.get(2);
        if (life < 0) {
            throw new AssertionError(key + (life == -1 ? " lives for ever" : " does not exist"));
        }
        return secondsMicrosAndLife.get(0) * 1_000 + secondsMicrosAndLife.get(1) / 1_000 + life;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
