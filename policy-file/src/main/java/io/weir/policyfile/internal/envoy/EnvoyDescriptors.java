package io.weir.policyfile.internal.envoy;

import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads descriptors and their nested descriptors. */
final class EnvoyDescriptors {

    private static final String EXAMPLE = "- {key: remote_address, rate_limit: {unit: minute, requests_per_unit: 100}}";
    static final List<String> KEYS = List.of(
            "key",
            "value",
            "rate_limit",
            "descriptors",
            "shadow_mode",
            "quota_mode",
            "share_threshold",
            "detailed_metric",
            "value_to_metric",
            "metadata");

    /** Accepted without effect, because there are no metrics of single values. */
    private static final List<String> FLAGS_WITHOUT_USE = List.of("detailed_metric", "value_to_metric");

    /** The spellings of YAML 1.1, which envoyproxy/ratelimit reads. */
    private static final Map<String, Boolean> FLAGS =
            Map.of("true", true, "yes", true, "on", true, "false", false, "no", false, "off", false);

    private final Values values;
    private final EnvoyLimits limits;

    EnvoyDescriptors(Values values, DeniedHits deniedHits) {
        this.values = values;
        this.limits = new EnvoyLimits(values, deniedHits);
    }

    /** Returns the text of any scalar, because values of descriptors are often numbers; empty for no value. */
    static Optional<String> text(Yaml value, Values values, String example) {
        if (!(value instanceof Yaml.Scalar scalar)) {
            return values.instead(value, "text", example);
        }
        return Optional.of(scalar.isNothing() ? "" : scalar.text());
    }

    static boolean flag(Fields fields, String key, Values values) {
        Optional<Yaml> value = fields.get(key);
        if (value.isEmpty() || (value.get() instanceof Yaml.Scalar scalar && scalar.isNothing())) {
            return false;
        }
        Boolean meant = value.get() instanceof Yaml.Scalar scalar
                ? FLAGS.get(scalar.text().toLowerCase(Locale.ROOT))
                : null;
        return meant == null ? values.flag(value.get(), key).orElse(false) : meant;
    }

    List<Node> read(Yaml value) {
        if (value instanceof Yaml.Scalar scalar && scalar.isNothing()) {
            return List.of();
        }
        List<Node> nodes = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (Yaml item : values.items(value, "a list of descriptors", EXAMPLE)) {
            values.fields(item, "a descriptor", EXAMPLE, KEYS)
                    .flatMap(this::node)
                    .filter(node -> isNew(node, item.place(), seen))
                    .ifPresent(nodes::add);
        }
        return nodes;
    }

    private boolean isNew(Node node, Place place, Map<String, Place> seen) {
        Place first = seen.putIfAbsent(node.name(), place);
        if (first != null) {
            values.wrong(
                    place,
                    "the descriptor " + Words.quoted(node.name()) + " is already in " + first.shortly()
                            + "; remove one of them");
        }
        return first == null;
    }

    private Optional<Node> node(Fields fields) {
        Optional<String> key = fields.get("key").flatMap(value -> text(value, values, "key: remote_address"));
        if (!fields.has("key") || (key.isPresent() && key.get().isEmpty())) {
            Place place = fields.get("key").map(Yaml::place).orElse(fields.place());
            values.wrong(place, "the descriptor has no key; write key: remote_address");
        }
        String value = fields.get("value")
                .flatMap(given -> text(given, values, "value: 192.0.2.7"))
                .orElse("");
        Manner manner = manner(fields);
        boolean isShared = flag(fields, "share_threshold", values);
        FLAGS_WITHOUT_USE.forEach(unused -> flag(fields, unused, values));
        Optional<DescriptorLimit> limit = fields.get("rate_limit")
                .filter(given -> !(given instanceof Yaml.Scalar scalar && scalar.isNothing()))
                .flatMap(given -> limits.read(given, manner));
        List<Node> below = fields.get("descriptors").map(this::read).orElse(List.of());
        if (isShared && value.indexOf('*') < 0) {
            values.wrong(
                    fields.get("share_threshold").orElseThrow().place(),
                    "share_threshold needs a * in the value; remove share_threshold,"
                            + " or write a value such as 'api-*'");
        }
        return key.filter(text -> !text.isEmpty()).map(text -> new Node(text, value, isShared, limit, below));
    }

    private Manner manner(Fields fields) {
        boolean shadow = flag(fields, "shadow_mode", values);
        boolean quota = flag(fields, "quota_mode", values);
        return shadow ? Manner.SHADOW : quota ? Manner.QUOTA : Manner.ENFORCED;
    }
}
