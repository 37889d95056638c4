package io.weir.redis.internal.script;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the scripts of a store. Redis runs each script exactly as it stands in its file. */
public final class Scripts {

    /** The purpose of a script, whose file has the same name in lower case. */
    public enum Task {
        CHARGE_SINGLES,
        CHARGE_CALLS,
        GIVE_BACK;

        private String file() {
            return name().toLowerCase(Locale.ROOT) + ".lua";
        }
    }

    /** The passage that reads the clock of Redis. */
    private static final Pattern CLOCK = Pattern.compile("(?s)(?<=-- shared: clock\n).*?(?=-- end shared\n)");

    private Scripts() {}

    /** The scripts that use the clock of Redis. */
    public static Map<Task, LuaScript> onRedisTime() {
        return read(text -> text);
    }

    /** For tests: scripts with another clock, a passage of Lua that sets {@code now}, {@code first} and {@code spare}. */
    public static Map<Task, LuaScript> onTestTime(String clock) {
        return read(text -> {
            Matcher passage = CLOCK.matcher(text);
            if (!passage.find()) {
                throw new IllegalStateException("a script has no clock to replace");
            }
            return passage.replaceFirst(Matcher.quoteReplacement(clock));
        });
    }

    private static Map<Task, LuaScript> read(UnaryOperator<String> change) {
        Map<Task, LuaScript> scripts = new EnumMap<>(Task.class);
        for (Task task : Task.values()) {
            scripts.put(task, new LuaScript(task.file(), change.apply(LuaScript.read(task.file()))));
        }
        return scripts;
    }

    /** The script that replaces a document, which needs no clock. */
    public static LuaScript replaceDocument() {
        String file = "replace_document.lua";
        return new LuaScript(file, LuaScript.read(file));
    }
}
