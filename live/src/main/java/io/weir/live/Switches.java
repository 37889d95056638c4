package io.weir.live;

import io.weir.policy.Mode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is set beside the texts of a policy, for a while: they stay as they are.
 *
 * @param mode the most that any rule may do: the kill switch
 * @param modes of single rules, instead of those in the texts
 */
public record Switches(Mode mode, Map<String, Mode> modes, List<SubjectOverride> overrides) {

    /** Everything is as it is written. */
    public static final Switches NONE = new Switches(Mode.ENFORCE, Map.of(), List.of());

    public Switches {
        modes = Collections.unmodifiableMap(new TreeMap<>(modes));
        overrides = List.copyOf(overrides);
    }

    Switches withMode(Mode most) {
        return new Switches(most, modes, overrides);
    }

    /** @param own none for that in the texts */
    Switches withMode(String rule, Optional<Mode> own) {
        Map<String, Mode> others = new TreeMap<>(modes);
        own.ifPresentOrElse(each -> others.put(rule, each), () -> others.remove(rule));
        return new Switches(mode, others, overrides);
    }

    Switches withOverride(SubjectOverride added) {
        Stream<SubjectOverride> others = overrides.stream().filter(each -> !each.isInPlaceOf(added));
        return new Switches(mode, modes, Stream.concat(others, Stream.of(added)).toList());
    }

    Switches withoutOverride(String subject, Optional<String> rule) {
        return new Switches(
                mode,
                modes,
                overrides.stream().filter(each -> !each.isFor(subject, rule)).toList());
    }

    Switches withoutThoseOver(Instant now) {
        return new Switches(
                mode,
                modes,
                overrides.stream().filter(each -> !each.isOver(now)).toList());
    }
}
