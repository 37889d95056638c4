package io.weir.redis;

import io.lettuce.core.ScriptOutputType;
import io.weir.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;

/** A script with its keys and arguments as the store sent it, so that tests change real calls. */
record ScriptCall(String digest, List<String> keys, List<String> values) {

    /** Forgets the calls so far; from now on Redis records all calls. */
    static void note(RedisServer redis) {
        redis.command("CONFIG", "SET", "slowlog-log-slower-than", "0");
        redis.command("SLOWLOG", "RESET");
    }

    /** Returns the last call on this many keys since {@link #note}. */
    static ScriptCall last(RawRedis redis, int keys) {
        return redis.commands().slowlogGet(128).stream()
                .map(entry -> words((List<?>) ((List<?>) entry).get(3)))
                .filter(words ->
                        words.get(0).equalsIgnoreCase("EVALSHA") && words.get(2).equals("" + keys))
                .findFirst()
                .map(words ->
                        new ScriptCall(words.get(1), words.subList(3, 3 + keys), words.subList(3 + keys, words.size())))
                .orElseThrow(() -> new AssertionError("no script was called on " + keys + " keys"));
    }

    private static List<String> words(List<?> entry) {
        List<String> words = entry.stream().map(Object::toString).toList();
        if (words.stream().anyMatch(word -> word.matches("(?s)\\.\\.\\. \\(\\d+ more .*"))) {
            throw new AssertionError("Redis does not note so long a call: " + words);
        }
        return words;
    }

    ScriptCall withValue(int index, String value) {
        List<String> changed = new ArrayList<>(values);
        changed.set(index, value);
        return new ScriptCall(digest, keys, changed);
    }

    Object run(RawRedis redis) {
        return redis.commands()
                .evalsha(digest, ScriptOutputType.MULTI, keys.toArray(String[]::new), values.toArray(String[]::new));
    }
}
