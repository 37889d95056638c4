package io.weir.redis;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripts of a store. Redis runs each of them exactly as it stands in its file. */
final class Scripts {

    /** What a script does; its file is named after it. */
    enum Task {
        CHARGE_SINGLES,
        CHARGE_CALLS,
        GIVE_BACK;

        String file() {
            return name().toLowerCase(Locale.ROOT) + ".lua";
        }
    }

    /** The passage that reads the time of Redis. */
    private static final Pattern CLOCK = Pattern.compile("(?s)(?<=-- shared: clock\n).*?(?=-- end shared\n)");

    private final Map<Task, Script> scripts = new EnumMap<>(Task.class);

    private Scripts(UnaryOperator<String> change) {
        for (Task task : Task.values()) {
            scripts.put(task, new Script(task.file(), change.apply(Script.read(task.file()))));
        }
    }

    static Scripts onRedisTime() {
        return new Scripts(text -> text);
    }

    /** For tests: scripts with another clock, a passage of Lua that sets {@code now}, {@code first} and {@code spare}. */
    static Scripts onTestTime(String clock) {
        return new Scripts(text -> {
            Matcher passage = CLOCK.matcher(text);
            if (!passage.find()) {
                throw new IllegalStateException("a script has no clock to replace");
            }
            return passage.replaceFirst(Matcher.quoteReplacement(clock));
        });
    }

    @SuppressWarnings("NullAway") // There is a script for every task.
    Script of(Task task) {
        return scripts.get(task);
    }

    /** A script that needs no clock. */
    static Script alone(String name) {
        String file = name + ".lua";
        return new Script(file, Script.read(file));
    }
}
