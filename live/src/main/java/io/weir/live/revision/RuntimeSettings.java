package io.weir.live.revision;

import io.weir.policy.rule.Mode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Settings made at run time, which apply on top of the policy's files and leave those as they are.
 *
 * @param mode caps the mode of every rule; {@link Mode#OFF} is the kill switch
 * @param modes the modes of single rules by name, instead of those in the files
 */
public record RuntimeSettings(Mode mode, Map<String, Mode> modes, List<SubjectOverride> overrides) {

    /** The files apply as they are written. */
    public static final RuntimeSettings NONE = new RuntimeSettings(Mode.ENFORCE, Map.of(), List.of());

    public RuntimeSettings {
        modes = Collections.unmodifiableMap(new TreeMap<>(modes));
        overrides = List.copyOf(overrides);
    }

    public RuntimeSettings withMode(Mode most) {
        return new RuntimeSettings(most, modes, overrides);
    }

    /**
     * Sets the mode of one rule.
     *
     * @param own empty to use the mode in the files again
     */
    public RuntimeSettings withMode(String rule, Optional<Mode> own) {
        Map<String, Mode> others = new TreeMap<>(modes);
        own.ifPresentOrElse(each -> others.put(rule, each), () -> others.remove(rule));
        return new RuntimeSettings(mode, others, overrides);
    }

    /** Adds an override, in place of one for the same subject and rule. */
    public RuntimeSettings withOverride(SubjectOverride added) {
        Stream<SubjectOverride> others = overrides.stream().filter(each -> !added.replaces(each));
        return new RuntimeSettings(
                mode, modes, Stream.concat(others, Stream.of(added)).toList());
    }

    public RuntimeSettings withoutOverride(String subject, Optional<String> rule) {
        return new RuntimeSettings(
                mode,
                modes,
                overrides.stream().filter(each -> !each.isFor(subject, rule)).toList());
    }

    public RuntimeSettings withoutExpired(Instant now) {
        return new RuntimeSettings(
                mode,
                modes,
                overrides.stream().filter(each -> !each.isExpired(now)).toList());
    }
}
