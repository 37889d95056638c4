package io.weir.policyfile.internal.read;

import io.weir.classify.Cidr;
import io.weir.limit.Limit;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads overrides: limits that single subjects have instead of those of the rules. */
final class OverridesReader {

    record OwnLimit(Subject subject, Limit limit) {}

    private static final String EXAMPLE = "overrides: {'tenant:acme': 5000/min}";
    private static final Pattern NETWORK = Pattern.compile("ip(?:-([0-9]{2,3}))?");
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
                values.wrong(place, subject.get() + " already has an override above; remove one of them");
            } else if (subject.isPresent() && limit.isPresent()) {
                overrides.add(new Placed<>(new OwnLimit(subject.get(), limit.get()), place));
            }
        }
        return overrides;
    }

    Optional<Subject> subject(Yaml.Scalar key) {
        return values.attempt(key.place(), () -> {
            Subject subject = Subject.parse(key.text());
            String type = subject.type().replace("api-key", API_KEY);
            Matcher network = NETWORK.matcher(type);
            if (!network.matches()) {
                return new Subject(type, subject.identifier());
            }
            int prefix = network.group(1) == null ? ipv6Prefix : Integer.parseInt(network.group(1));
            return new Subject(type, address(subject.identifier(), type, prefix));
        });
    }

    /** Returns the address as rules count it: an IPv6 address by its network, or by an IPv4 address embedded in it. */
    private static String address(String text, String type, int prefix) {
        Cidr given = Cidr.parse(text);
        boolean single = given.prefix() == given.network().bits();
        if (given.network().bits() < IPV6_BITS) {
            if (!single) {
                throw new IllegalArgumentException("rules count single IPv4 addresses; write " + type + ":1.2.3.4");
            }
            return given.network().toString();
        }
        if (!single && given.prefix() != prefix) {
            throw new IllegalArgumentException(
                    "rules count IPv6 networks of " + prefix + " bits here; write " + type + ":2001:db8::/" + prefix);
        }
        String counted = given.network().subject(prefix);
        if (!single && !counted.equals(given.toString())) {
            throw new IllegalArgumentException("rules count the IPv4 addresses inside of " + given + "; write " + type
                    + ":1.2.3.4, or one IPv6 address");
        }
        return counted;
    }

    /** Returns whether one of the rules counts subjects of the override's type, and reports it if none does. */
    boolean isCounted(Placed<OwnLimit> override, List<Rule> rules) {
        Set<String> types = new TreeSet<>();
        rules.forEach(rule -> types.addAll(rule.per().types()));
        String type = override.value().subject().type();
        if (!types.contains(type)) {
            String counted = types.isEmpty() ? "nothing" : Words.list(types);
            values.wrong(
                    override.place(),
                    "the rules that this override could apply to count by " + counted + ", not by " + Words.quoted(type)
                            + "; change its type, or add a rule that counts by it");
        }
        return types.contains(type);
    }
}
