package io.weir.redis.internal.script;

import io.lettuce.core.RedisCommandExecutionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script that Redis runs, and the digest by which Redis knows the script once it has run it. */
public final class LuaScript {

    /** The name of every script in the errors of Redis, before the line number. */
    private static final String NAME_IN_REDIS = "user_script:";

    private static final String FOLDER = "/io/weir/redis/";

    private final String file;
    private final byte[] text;
    private final String digest;

    /** A script whose lines are those of a file. */
    LuaScript(String file, String text) {
        this.file = file;
        this.text = text.getBytes(StandardCharsets.UTF_8);
        this.digest = digestOf(text);
    }

    static String digestOf(String text) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The text of a script file, such as {@code give_back.lua}. */
    static String read(String file) {
        try (InputStream in = LuaScript.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public byte[] text() {
        return text;
    }

    public String digest() {
        return digest;
    }

    /**
     * Returns the failure of a call of this script, with a message that names file and line instead of
     * {@code user_script} and line.
     */
    public Throwable locate(Throwable failure) {
        String message = failure.getMessage();
        return failure.getClass() == RedisCommandExecutionException.class
                        && message != null
                        && message.contains(NAME_IN_REDIS)
                ? new RedisCommandExecutionException(message.replace(NAME_IN_REDIS, file + ":"), failure)
                : failure;
    }
}
