package io.weir.benchmarks.redis;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A limit's script, with what it is given beside the keys. */
record Script(String resource, ScriptOutputType replyType, List<String> arguments) {

    /** The lean one. */
    static Script tokenBucket(Numbers numbers) {
        return new Script(
                "token-bucket.lua",
                ScriptOutputType.INTEGER,
                List.of("" + numbers.microsPerPermit(), "" + numbers.microsToFill()));
    }

    /** Spring Cloud Gateway's, in effect. */
    static Script gateway(Numbers numbers) {
        return new Script(
                "gateway-token-bucket.lua",
                ScriptOutputType.MULTI,
                List.of("" + numbers.perSecond(), "" + numbers.burst(), "1"));
    }

    String text() {
        try (InputStream in = Script.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static boolean allowed(Object reply) {
        return Long.valueOf(1).equals(reply instanceof List<?> list ? list.get(0) : reply);
    }
}
