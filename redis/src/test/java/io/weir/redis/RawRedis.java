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

/** A plain connection beside the store, to see and to spoil what it keeps. Texts stand for bytes, a character for each. */
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

    /** All keys and what they hold as Redis would dump it, but not how long they live. */
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

    /** Makes a key what {@link #contents} said. */
    void restore(String key, String content) {
        commands.restore(key, 60_000, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** How often anything was written. */
    long writes() {
        return Long.parseLong(info("persistence", "rdb_changes_since_last_save:(\\d+)"));
    }

    /** How often a command was called. */
    long calls(String command) {
        return Long.parseLong(info("commandstats", "cmdstat_" + command + ":calls=(\\d+)"));
    }

    private String info(String section, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(commands.info(section));
        return matcher.find() ? matcher.group(1) : "0";
    }

    /** The epoch millisecond at which a key's life is over. */
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
