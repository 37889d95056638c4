package io.weir.redis;

import io.lettuce.core.KeyValue;
import io.weir.document.spi.Document;
import io.weir.redis.internal.link.Connection;
import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.Scripts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** A document in Redis beside the counters, so all processes that share the counters share the document too. */
final class RedisDocument implements Document {

    /** A name contains no colon, so no counter can have the key of a document. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z_-]{0,49}");

    private static final LuaScript REPLACE = Scripts.replaceDocument();

    private static final String VERSION = "version";
    private static final String DIGEST = "digest";
    private static final String DOCUMENT = "document";

    private final Connection connection;
    private final String key;

    RedisDocument(Connection connection, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Cannot name a document \"" + name + "\": write up to 50 letters a to z, such as policy");
        }
        this.connection = connection;
        this.key = "rate_limiter:" + name;
    }

    @Override
    public CompletionStage<Stamp> stamp() {
        return connection.fields(key, VERSION, DIGEST).thenApply(RedisDocument::stamp);
    }

    @Override
    public CompletionStage<Optional<Content>> read() {
        return connection.fields(key, VERSION, DIGEST, DOCUMENT).thenApply(fields -> {
            Stamp stamp = stamp(fields);
            return stamp.equals(Stamp.NONE) ? Optional.empty() : Optional.of(new Content(stamp, text(fields.get(2))));
        });
    }

    private static Stamp stamp(List<KeyValue<byte[], byte[]>> fields) {
        return fields.get(0).hasValue()
                ? new Stamp(Long.parseLong(text(fields.get(0))), text(fields.get(1)))
                : Stamp.NONE;
    }

    private static String text(KeyValue<byte[], byte[]> field) {
        return field.hasValue() ? new String(field.getValue(), StandardCharsets.UTF_8) : "";
    }

    @Override
    public CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text) {
        return replace(expected.version(), expected, version, text);
    }

    @Override
    public CompletionStage<Boolean> replaceOlder(long version, String text) {
        return replace(0, new Stamp(version - 1, ""), version, text);
    }

    private CompletionStage<Boolean> replace(long lowest, Stamp highest, long version, String text) {
        if (version < 1) {
            throw new IllegalArgumentException("a version is at least 1, but was " + version);
        }
        ScriptArguments arguments = new ScriptArguments()
                .key(key)
                .value(lowest)
                .value(highest.version())
                .value(highest.digest())
                .value(version)
                .value(Stamp.of(version, text).digest())
                .value(text.getBytes(StandardCharsets.UTF_8));
        return connection
                .run(REPLACE, arguments)
                .thenApply(reply -> Long.valueOf(1).equals(reply.values().get(0)));
    }

    @Override
    public String toString() {
        return "Redis";
    }
}
