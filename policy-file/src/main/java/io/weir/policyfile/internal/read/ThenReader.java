package io.weir.policyfile.internal.read;

import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads what a rule does with requests that do not fit: {@code challenge}, {@code {lock: 15min}}. */
final class ThenReader {

    private static final String EXAMPLE = "challenge, {deny: 403}, {lock: 15min} or {block: 1h}";
    static final List<String> WORDS = List.of("deny", "challenge", "lock", "block");
    private static final List<String> KEYS = List.of("deny", "lock", "block");

    private final Values values;
    private final LimitReader limits;

    ThenReader(Values values) {
        this.values = values;
        this.limits = new LimitReader(values);
    }

    Optional<Then> read(Yaml value) {
        if (value instanceof Yaml.Entries) {
            return values.fields(value, "an action", EXAMPLE, KEYS).flatMap(this::action);
        }
        return values.text(value, "an action", EXAMPLE).flatMap(word -> switch (word) {
            case "deny" -> Optional.of(Then.DENY);
            case "challenge" -> Optional.of(new Then.Challenge());
            case "lock", "block" -> {
                values.wrong(value.place(), "the time of the " + word + " is missing; write {" + word + ": 15min}");
                yield Optional.empty();
            }
            default -> {
                values.wrong(value.place(), Words.unknown("action", word, WORDS));
                yield Optional.empty();
            }
        });
    }

    /** Returns the rule with this action. A rule that blocks begins in shadow mode, unless its mode is written. */
    static Rule acting(Fields fields, Rule rule, Then then) {
        Rule acting = rule.then(then);
        return then instanceof Then.Block && !fields.has("mode") ? acting.withMode(Mode.SHADOW) : acting;
    }

    private Optional<Then> action(Fields fields) {
        if (fields.values().size() != 1) {
            if (!fields.values().isEmpty()) {
                values.wrong(fields.place(), "a rule has one action; remove the others, or write a rule for each");
            }
            return Optional.empty();
        }
        Optional<Then> denial = fields.get("deny")
                .flatMap(status -> values.number(status, "deny", 400, 599))
                .map(status -> new Then.Deny(status.intValue()));
        return denial.or(() -> timed(fields, "lock", Then.Lock::new)).or(() -> timed(fields, "block", Then.Block::new));
    }

    private Optional<Then> timed(Fields fields, String key, Function<Duration, Then> action) {
        return fields.get(key)
                .flatMap(value ->
                        limits.span(value).flatMap(time -> values.attempt(value.place(), () -> action.apply(time))));
    }
}
