package io.weir.policyfile;

import io.weir.classify.Cidr;
import io.weir.limit.Limit;
import io.weir.policy.Dimension;
import io.weir.policy.Dimension.Kind;
import io.weir.policy.Rule;
import io.weir.policy.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads limits of their own for some subjects. */
final class OverridesReader {

    record OwnLimit(Subject subject, Limit limit) {}

    private static final String EXAMPLE = "overrides: {'tenant:acme': 5000/min}";
    private static final String IP = Dimension.of(Kind.IP).type();
    private static final String API_KEY = Dimension.of(Kind.API_KEY).type();
    private static final int IPV6_BITS = 128;

    private final Values values;
    private final LimitReader limits;
    private final int ipv6Prefix;

    OverridesReader(Values values, LimitReader limits, int ipv6Prefix) {
        this.values = values;
        this.limits = limits;
        this.ipv6Prefix = ipv6Prefix;
    }

    List<Placed<OwnLimit>> read(Yaml value) {
        List<Placed<OwnLimit>> overrides = new ArrayList<>();
        Set<Subject> seen = new HashSet<>();
        for (Yaml.Entry entry :
                values.entries(value, "a limit for each subject", EXAMPLE).orElse(List.of())) {
            Place place = entry.key().place();
            Optional<Subject> subject = subject(entry.key());
            Optional<Limit> limit = limits.limit(entry.value());
            if (subject.isPresent() && !seen.add(subject.get())) {
                values.wrong(place, subject.get() + " has an override above already; leave one of them out");
            } else if (subject.isPresent() && limit.isPresent()) {
                overrides.add(new Placed<>(new OwnLimit(subject.get(), limit.get()), place));
            }
        }
        return overrides;
    }

    private Optional<Subject> subject(Yaml.Scalar key) {
        return values.attempt(key.place(), () -> {
            Subject subject = Subject.parse(key.text());
            String type = subject.type().replace("api-key", API_KEY);
            String identifier = type.equals(IP) ? address(subject.identifier()) : subject.identifier();
            return new Subject(type, identifier);
        });
    }

    /** As rules count it: an IPv6 address is that of its network. */
    private String address(String text) {
        Cidr given = Cidr.parse(text);
        boolean single = given.prefix() == given.network().bits();
        if (given.network().bits() < IPV6_BITS) {
            if (!single) {
                throw new IllegalArgumentException("rules count single IPv4 addresses; write ip:1.2.3.4");
            }
            return given.network().toString();
        }
        if (!single && given.prefix() != ipv6Prefix) {
            throw new IllegalArgumentException("rules count IPv6 networks of " + ipv6Prefix
                    + " bits; write ip:2001:db8::/" + ipv6Prefix + " or change ipv6-prefix");
        }
        return new Cidr(given.network(), ipv6Prefix).toString();
    }

    /** Whether one of the rules counts subjects of that type. */
    boolean isCounted(Placed<OwnLimit> override, List<Rule> rules) {
        Set<String> types = new TreeSet<>();
        rules.forEach(rule -> types.addAll(types(rule)));
        String type = override.value().subject().type();
        if (!types.contains(type)) {
            String counted = types.isEmpty() ? "nothing" : Words.list(types);
            values.wrong(
                    override.place(),
                    "nobody counts " + Words.quoted(type) + " where this override could apply, only " + counted
                            + "; change its type, or add a rule that counts by it");
        }
        return types.contains(type);
    }

    /** The types of the subjects that a rule counts, such as {@code user} or {@code tenant,user}. */
    static List<String> types(Rule rule) {
        List<String> types = List.of("");
        for (Dimension dimension : rule.per().dimensions()) {
            List<String> longer = new ArrayList<>();
            for (String front : types) {
                for (String type : types(dimension)) {
                    longer.add(front.isEmpty() ? type : front + "," + type);
                }
            }
            types = longer;
        }
        return types;
    }

    private static List<String> types(Dimension dimension) {
        return dimension.kind() == Kind.CALLER
                ? List.of(Dimension.of(Kind.USER).type(), API_KEY, IP)
                : List.of(dimension.type());
    }
}
