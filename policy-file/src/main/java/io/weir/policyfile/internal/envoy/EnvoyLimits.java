package io.weir.policyfile.internal.envoy;

import io.weir.limit.Algorithm;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import io.weir.policyfile.internal.read.LimitReader;
import io.weir.policyfile.internal.read.OptionsReader;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import io.weir.store.OnFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the fields under {@code rate_limit}. */
final class EnvoyLimits {

    private static final String EXAMPLE = "rate_limit: {unit: minute, requests_per_unit: 100}";
    static final List<String> KEYS =
            List.of("unit", "requests_per_unit", "unlimited", "name", "replaces", "algorithm", "window", "on_failure");
    private static final List<String> OF_THE_DESCRIPTOR =
            List.of("shadow_mode", "quota_mode", "share_threshold", "detailed_metric", "value_to_metric");
    private static final long MOST_REQUESTS = 0xFFFF_FFFFL;
    private static final Map<String, Unit> UNITS = OptionsReader.words(Unit.values());

    private final Values values;
    private final DeniedHits deniedHits;
    private final LimitReader spans;

    EnvoyLimits(Values values, DeniedHits deniedHits) {
        this.values = values;
        this.deniedHits = deniedHits;
        this.spans = new LimitReader(values);
    }

    Optional<DescriptorLimit> read(Yaml value, Manner manner) {
        return values.fields(withoutStrays(value), "a limit", EXAMPLE, KEYS)
                .flatMap(fields -> values.faultless(() -> limit(fields, manner)));
    }

    /** Reports and removes keys that belong to the descriptor, which envoyproxy/ratelimit ignores silently. */
    private Yaml withoutStrays(Yaml value) {
        if (!(value instanceof Yaml.Entries mapping)) {
            return value;
        }
        List<Yaml.Entry> own = new ArrayList<>();
        for (Yaml.Entry entry : mapping.entries()) {
            String key = entry.key().text();
            if (OF_THE_DESCRIPTOR.contains(key)) {
                values.wrong(
                        entry.key().place(),
                        key + " has no effect inside rate_limit; write it next to rate_limit, in the descriptor");
            } else {
                own.add(entry);
            }
        }
        return new Yaml.Entries(mapping.place(), own);
    }

    private DescriptorLimit limit(Fields fields, Manner manner) {
        String name = fields.get("name")
                .flatMap(value -> EnvoyDescriptors.text(value, values, "name: per-address"))
                .orElse("");
        List<String> replaces =
                fields.get("replaces").map(value -> replaces(value, name)).orElse(List.of());
        OnFailure onFailure = fields.get("on_failure")
                .flatMap(value -> values.word(value, "on_failure", OptionsReader.FAILURES))
                .orElse(OnFailure.LOCAL);
        boolean unlimited = EnvoyDescriptors.flag(fields, "unlimited", values);
        Optional<Counting> counting = unlimited ? nothingToCount(fields) : counting(fields);
        return new DescriptorLimit(counting, name, replaces, onFailure, manner);
    }

    private Optional<Counting> nothingToCount(Fields fields) {
        for (String key : List.of("unit", "window")) {
            fields.get(key)
                    .filter(value -> !isNothing(value))
                    .ifPresent(value -> values.wrong(
                            value.place(), "an unlimited limit has no " + key + "; remove " + key + " or unlimited"));
        }
        return Optional.empty();
    }

    private static boolean isNothing(Yaml value) {
        return value instanceof Yaml.Scalar scalar
                && (scalar.isNothing() || scalar.text().isEmpty());
    }

    private Optional<Counting> counting(Fields fields) {
        Optional<Long> requests = fields.has("requests_per_unit")
                ? fields.get("requests_per_unit")
                        .flatMap(value -> values.number(value, "requests_per_unit", 0, MOST_REQUESTS))
                : Optional.of(0L);
        Optional<Duration> period = period(fields);
        Optional<Algorithm> algorithm = fields.has("algorithm")
                ? fields.get("algorithm").flatMap(value -> values.word(value, "algorithm", LimitReader.ALGORITHMS))
                : Optional.of(Algorithm.FIXED_WINDOW);
        if (requests.isEmpty() || period.isEmpty() || algorithm.isEmpty()) {
            return Optional.empty();
        }
        return values.attempt(
                fields.place(),
                () -> new Allowance(requests.get(), period.get(), algorithm.get()).counting(deniedHits));
    }

    private Optional<Duration> period(Fields fields) {
        if (fields.has("window")) {
            if (fields.has("unit")) {
                values.wrong(fields.place(), "unit and window mean the same; remove one of them");
            }
            return fields.get("window").flatMap(spans::span);
        }
        Optional<Yaml> unit = fields.get("unit").filter(value -> !isNothing(value));
        if (unit.isEmpty()) {
            Place place = fields.get("unit").map(Yaml::place).orElse(fields.place());
            values.wrong(place, "the limit has no unit; write unit: minute, or unlimited: true");
        }
        return unit.flatMap(value -> values.word(inLowerCase(value), "unit", UNITS))
                .map(Unit::period);
    }

    private static Yaml inLowerCase(Yaml value) {
        return value instanceof Yaml.Scalar scalar
                ? new Yaml.Scalar(scalar.place(), scalar.text().toLowerCase(Locale.ROOT), scalar.style())
                : value;
    }

    private List<String> replaces(Yaml value, String own) {
        List<String> names = new ArrayList<>();
        if (isNothing(value)) {
            return names;
        }
        for (Yaml item : values.items(value, "a list of limits", "replaces: [{name: other}]")) {
            values.fields(item, "a limit to replace", "{name: other}", List.of("name"))
                    .flatMap(fields -> replaced(fields, own))
                    .ifPresent(names::add);
        }
        return names;
    }

    private Optional<String> replaced(Fields fields, String own) {
        Yaml named = fields.get("name").orElse(new Yaml.Scalar(fields.place(), "", Yaml.Style.PLAIN));
        Optional<String> name = EnvoyDescriptors.text(named, values, "{name: other}");
        if (name.isPresent() && name.get().isEmpty()) {
            values.wrong(named.place(), "the name of the limit to replace is missing; write {name: other}");
        } else if (name.isPresent() && name.get().equals(own)) {
            values.wrong(named.place(), "the limit replaces itself; name another one");
        }
        return name;
    }
}
