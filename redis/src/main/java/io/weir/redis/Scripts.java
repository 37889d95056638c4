package io.weir.redis;

import io.weir.limit.Algorithm;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        return new Scripts(Lua.file("clock"));
    }

    Script of(Task task, EnumSet<Algorithm> algorithms) {
        Script script = made.get(new Parts(task, algorithms));
        return script != null ? script : made.computeIfAbsent(new Parts(task, EnumSet.copyOf(algorithms)), this::join);
    }

    private Script join(Parts parts) {
        String start = clock + Lua.file("common");
        String task = Lua.file(parts.task().name().toLowerCase(Locale.ROOT));
        if (parts.task() == Task.CHARGE_ONE) {
            Algorithm only = parts.algorithms().iterator().next();
            return new Script(start + new Lua(only).filledIn(task));
        }
        Map<String, String> pieces = Map.of(
                "groups", Lua.file("groups"),
                "each_key", each(parts.algorithms(), Lua::inPlace),
                "functions", each(parts.algorithms(), Lua::functions));
        return new Script(start + Lua.file("several") + Lua.filledIn(task, pieces));
    }

    private static String each(Set<Algorithm> algorithms, Function<Lua, String> form) {
        return algorithms.stream().map(Lua::new).map(form).collect(Collectors.joining());
    }

    /** One that needs neither time nor algorithms. */
    static Script alone(String name) {
        return new Script(Lua.file(name));
    }
}
