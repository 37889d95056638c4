package io.weir.benchmarks.redis.limiter;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The script of a limit, and its arguments after the keys. */
public record LimitScript(String resource, ScriptOutputType replyType, List<String> arguments) {

    /** The smallest possible script. */
    public static LimitScript tokenBucket(Numbers numbers) {
        return new LimitScript(
                "token-bucket.lua",
                ScriptOutputType.INTEGER,
                List.of("" + numbers.microsPerPermit(), "" + numbers.microsToFill()));
    }

    /** A script with the effect of Spring Cloud Gateway's. */
    public static LimitScript gateway(Numbers numbers) {
        return new LimitScript(
                "gateway-token-bucket.lua",
                ScriptOutputType.MULTI,
                List.of("" + numbers.perSecond(), "" + numbers.burst(), "1"));
    }

    public String text() {
        try (InputStream in = LimitScript.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public static boolean allowed(Object reply) {
        return Long.valueOf(1).equals(reply instanceof List<?> list ? list.get(0) : reply);
    }
}
