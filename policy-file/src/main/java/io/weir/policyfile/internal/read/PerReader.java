package io.weir.policyfile.internal.read;

import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.HeaderName;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the subjects that a rule counts: {@code ip}, {@code [tenant, user]} or {@code {header: X-Name}}. */
final class PerReader {

    private static final String EXAMPLE = "ip, user, [tenant, user] or {header: X-Name}";
    private static final String DISTINCT = "path, user-agent, {fact: account} or {header: X-Name}";
    private static final List<String> KEYS = List.of("header", "claim", "ip", "fact", "network");

    /** The kinds that need a name, with an example of one. */
    private static final Map<String, String> NAMED = new LinkedHashMap<>();

    private static final Map<String, Dimension> DIMENSIONS = new LinkedHashMap<>();
    private static final Map<String, Dimension> VALUES = new LinkedHashMap<>();

    static {
        NAMED.put("header", "name");
        NAMED.put("claim", "name");
        NAMED.put("fact", "name");
        NAMED.put("network", "24/48");
        for (Kind kind : List.of(Kind.GLOBAL, Kind.IP, Kind.USER, Kind.API_KEY, Kind.TENANT, Kind.CALLER, Kind.KEY)) {
            DIMENSIONS.put(Dimension.of(kind).written(), Dimension.of(kind));
        }
        for (String fact : Dimension.FACT_WORDS) {
            DIMENSIONS.put(fact, Dimension.fact(fact));
        }
        VALUES.putAll(DIMENSIONS);
        VALUES.keySet().removeAll(List.of("global", "key"));
        VALUES.put("path", Dimension.of(Kind.PATH));
        VALUES.put("user-agent", new Dimension(Kind.HEADER, "user-agent"));
    }

    static final List<String> WORDS = Stream.concat(DIMENSIONS.keySet().stream(), KEYS.stream())
            .distinct()
            .toList();

    private final Values values;

    PerReader(Values values) {
        this.values = values;
    }

    Optional<CountBy> read(Yaml value) {
        List<Dimension> dimensions = new ArrayList<>();
        boolean complete = true;
        for (Yaml item : values.oneOrMore(value, "what a rule counts by", EXAMPLE)) {
            Optional<Dimension> dimension = dimension(item, DIMENSIONS, EXAMPLE);
            complete &= dimension.isPresent();
            dimension.ifPresent(each -> add(each, dimensions, item.place()));
        }
        if (!complete || dimensions.isEmpty()) {
            return Optional.empty();
        }
        if (dimensions.size() > 1 && dimensions.contains(Dimension.of(Kind.GLOBAL))) {
            values.wrong(value.place(), "global counts all requests together; remove it, or remove the other items");
        }
        return Optional.of(new CountBy(dimensions));
    }

    private void add(Dimension dimension, List<Dimension> dimensions, Place place) {
        if (dimensions.contains(dimension)) {
            values.wrong(place, "the rule already counts by this; remove one of them");
        } else {
            dimensions.add(dimension);
        }
    }

    /** Reads the dimension whose different values a rule counts. */
    Optional<Dimension> distinct(Yaml value) {
        return dimension(value, VALUES, DISTINCT);
    }

    private Optional<Dimension> dimension(Yaml value, Map<String, Dimension> words, String example) {
        if (value instanceof Yaml.Entries) {
            return values.fields(value, "a header, claim, fact or network", "{header: X-Name}", KEYS)
                    .flatMap(this::named);
        }
        if (value instanceof Yaml.Scalar scalar && NAMED.containsKey(scalar.text())) {
            String word = scalar.text();
            values.wrong(
                    value.place(),
                    "the name of the " + word + " is missing; write {" + word + ": " + NAMED.get(word) + "}");
            return Optional.empty();
        }
        return value instanceof Yaml.Items
                ? values.instead(value, "one dimension", example)
                : values.word(value, "way to count", words);
    }

    private Optional<Dimension> named(Fields fields) {
        if (fields.values().size() != 1) {
            if (!fields.values().isEmpty()) {
                values.wrong(
                        fields.place(),
                        "this item has several keys; write one item for each: [{header: X-Name}, {claim: org}]");
            }
            return Optional.empty();
        }
        Map.Entry<String, Yaml> field = fields.values().entrySet().iterator().next();
        Yaml value = field.getValue();
        return switch (field.getKey()) {
            case "header" -> HeaderName.read(value, values).map(name -> new Dimension(Kind.HEADER, name));
            case "claim" ->
                values.text(value, "the name of a claim", "{claim: org}").map(name -> new Dimension(Kind.CLAIM, name));
            case "ip" ->
                values.number(value, "the bits of an IPv6 network", 16, 128).map(bits -> Dimension.ip(bits.intValue()));
            case "fact" ->
                values.text(value, "the name of a fact", "{fact: account}")
                        .flatMap(name -> values.attempt(value.place(), () -> Dimension.fact(name)));
            default ->
                values.text(value, "a network", "{network: 24/48}")
                        .flatMap(bits -> values.attempt(value.place(), () -> new Dimension(Kind.NETWORK, bits)));
        };
    }
}
