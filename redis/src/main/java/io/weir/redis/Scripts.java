package io.weir.redis;

import io.weir.limit.Algorithm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The scripts, each joined from the Lua files of what it does and of the algorithms it is asked for: Redis runs a script from
 * its first line every time, so that what is not needed would cost as much as what is.
 */
final class Scripts {

    /** What a script does, each a file of its own. */
    enum Task {
        CHARGE_ONE,
        CHARGE_SINGLES,
        CHARGE_CALLS,
        GIVE_BACK
    }

    private record Parts(Task task, Set<Algorithm> algorithms) {}

    private final String clock;
    private final Map<Parts, Script> made = new ConcurrentHashMap<>();

    /** Scripts that read the time from that piece of Lua. */
    Scripts(String clock) {
        this.clock = clock;
    }

    static Scripts onRedisTime() {
        return new Scripts(file("clock"));
    }

    Script of(Task task, EnumSet<Algorithm> algorithms) {
        Script script = made.get(new Parts(task, algorithms));
        return script != null ? script : made.computeIfAbsent(new Parts(task, EnumSet.copyOf(algorithms)), this::join);
    }

    private Script join(Parts parts) {
        StringBuilder text = new StringBuilder(clock).append(file("common"));
        if (parts.task() == Task.CHARGE_ONE) {
            parts.algorithms().forEach(algorithm -> text.append(functions(algorithm)));
        } else {
            text.append(file("several"));
            for (Algorithm algorithm : parts.algorithms()) {
                text.append("algorithms.").append(algorithm.keyName()).append(" = (function()\n");
                text.append(module(algorithm)).append("end)()\n");
            }
        }
        return new Script(text + file(parts.task().name().toLowerCase(Locale.ROOT)));
    }

    /** The functions of an algorithm alone, without the table of them that its file returns. */
    private static String functions(Algorithm algorithm) {
        String module = module(algorithm);
        return module.substring(0, module.lastIndexOf("return {"));
    }

    private static String module(Algorithm algorithm) {
        return switch (algorithm) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> file("bucket") + file(algorithm.keyName());
            case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> file("window") + file(algorithm.keyName());
            case SLIDING_WINDOW -> file(algorithm.keyName());
        };
    }

    /** One that needs neither time nor algorithms. */
    static Script alone(String name) {
        return new Script(file(name));
    }

    private static String file(String name) {
        try (InputStream in = Scripts.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name + ".lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
