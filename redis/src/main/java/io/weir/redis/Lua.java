package io.weir.redis;

import io.weir.limit.Algorithm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Lua of an algorithm, in pieces that are filled in where other files name them: a file has a piece of one line behind
 * {@code -- $name:} and one of several behind {@code -- $name}, and {@code $name} stands for it. So the same arithmetic runs in
 * place, where every call of a function would cost, and as functions, where any algorithm may come.
 */
final class Lua {

    private static final Pattern HEADING = Pattern.compile("-- \\$(\\w+)(?:: (.*))?");
    private static final Pattern NAMED = Pattern.compile("\\$(\\w+)");

    private final Algorithm algorithm;
    private final Map<String, String> pieces = new HashMap<>();

    Lua(Algorithm algorithm) {
        this.algorithm = algorithm;
        pieces.put("name", algorithm.keyName());
        switch (algorithm) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> read(file("bucket"));
            case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> read(file("window"));
            case SLIDING_WINDOW -> {}
        }
        read(file(algorithm.keyName()));
    }

    private void read(String file) {
        String piece = "";
        for (String line : file.lines().toList()) {
            Matcher heading = HEADING.matcher(line);
            if (!heading.matches()) {
                pieces.merge(piece, line + "\n", String::concat);
            } else if (heading.group(2) == null) {
                piece = heading.group(1);
            } else {
                pieces.put(heading.group(1), heading.group(2));
            }
        }
    }

    /** Not for one that needs more of Redis than the text of a counter. */
    private boolean isText() {
        return algorithm != Algorithm.SLIDING_WINDOW;
    }

    /** What charges a group of keys. */
    String inPlace() {
        return isText() ? filledIn(file("each_key")) : "";
    }

    /** What puts its functions among those of all algorithms. */
    String functions() {
        return isText() ? filledIn(file("functions")) : file(algorithm.keyName());
    }

    String filledIn(String text) {
        return filledIn(text, pieces);
    }

    static String filledIn(String text, Map<String, String> pieces) {
        return NAMED.matcher(text).replaceAll(named -> {
            String piece = pieces.get(named.group(1));
            if (piece == null) {
                throw new IllegalStateException("there is no piece " + named.group() + " in " + pieces.keySet());
            }
            return Matcher.quoteReplacement(filledIn(piece, pieces));
        });
    }

    static String file(String name) {
        try (InputStream in = Lua.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name + ".lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
