package io.weir.policyfile.internal.read;

import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the subjects that a rule counts: {@code ip}, {@code [tenant, user]} or {@code {header: X-Name}}. */
final class PerReader {

    private static final String EXAMPLE = "ip, user, [tenant, user] or {header: X-Name}";
    private static final Map<String, Kind> KINDS = new LinkedHashMap<>();

    static {
        for (Kind kind : Kind.values()) {
            KINDS.put(Dimension.of(kind).written(), kind);
        }
    }

    static final List<String> WORDS = List.copyOf(KINDS.keySet());

    private final Values values;

    PerReader(Values values) {
        this.values = values;
    }

    Optional<CountBy> read(Yaml value) {
        List<Dimension> dimensions = new ArrayList<>();
        boolean complete = true;
        for (Yaml item : values.oneOrMore(value, "what a rule counts by", EXAMPLE)) {
            Optional<Dimension> dimension = dimension(item);
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

    private Optional<Dimension> dimension(Yaml value) {
        if (value instanceof Yaml.Entries) {
            return values.fields(value, "a header, claim or net", "{header: X-Name}", List.of("header", "claim", "ip"))
                    .flatMap(this::named);
        }
        return values.word(value, "way to count", KINDS).flatMap(kind -> {
            if (kind == Kind.HEADER || kind == Kind.CLAIM) {
                String word = kind.name().toLowerCase(Locale.ROOT);
                values.wrong(value.place(), "the name of the " + word + " is missing; write {" + word + ": name}");
                return Optional.empty();
            }
            return Optional.of(Dimension.of(kind));
        });
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
        Optional<Dimension> header = fields.get("header")
                .flatMap(value -> HeaderName.read(value, values))
                .map(name -> new Dimension(Kind.HEADER, name));
        Optional<Dimension> claim = fields.get("claim")
                .flatMap(value -> values.text(value, "the name of a claim", "{claim: org}"))
                .map(name -> new Dimension(Kind.CLAIM, name));
        return header.or(() -> claim)
                .or(() -> fields.get("ip")
                        .flatMap(value -> values.number(value, "the bits of an IPv6 network", 16, 128))
                        .map(bits -> Dimension.ip(bits.intValue())));
    }
}
