package io.weir.policyfile.internal.read;

import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.HeaderName;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the match of a rule, which selects requests. */
final class MatchReader {

    static final List<String> KEYS = List.of(
            "path", "method", "host", "header", "key", "callers", "tier", "bot", "device", "fact", "without-fact");
    private static final String BOT = "bot";
    private static final String DEVICE = "device";
    private static final Map<String, Glob> BANDS = new LinkedHashMap<>();
    private static final Map<String, Boolean> DEVICES = new LinkedHashMap<>();
    private static final Map<String, CallerKind> CALLERS = new LinkedHashMap<>();

    private static final String READ = "read";
    private static final List<String> METHODS = List.of(
            READ,
            Match.WRITING,
            "GET",
            "HEAD",
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "QUERY");

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]{1,19}");

    static {
        List.of("possible", "likely", "certain", "verified").forEach(band -> BANDS.put(band, new Glob(band)));
        DEVICES.put("known", true);
        DEVICES.put("unknown", false);
        CALLERS.put("anonymous", CallerKind.ANONYMOUS);
        CALLERS.put("authenticated", CallerKind.AUTHENTICATED);
        CALLERS.put("without-tier", CallerKind.WITHOUT_TIER);
    }

    private final Values values;
    private final PathReader paths;
    private final Collection<String> tiers;

    MatchReader(Values values, Collection<String> tiers) {
        this.values = values;
        this.paths = new PathReader(values);
        this.tiers = tiers;
    }

    Match read(Yaml value) {
        return values.fields(value, "match", "match: {path: /orders, method: POST}", KEYS)
                .map(this::read)
                .orElse(Match.ALL);
    }

    private Match read(Fields fields) {
        Optional<Glob> key = fields.get("key").flatMap(value -> glob(value, "a key", "'user:*'"));
        if (key.isPresent()) {
            if (fields.values().size() > 1) {
                values.wrong(
                        fields.place(), "a check of a key contains nothing else; remove all conditions except key");
            }
            return Match.key(key.get().text());
        }
        Match match =
                fields.get("path").flatMap(paths::read).map(Match.ALL::withPath).orElse(Match.ALL);
        return new Match(
                match.path(),
                fields.get("method").map(this::methods).orElse(Set.of()),
                fields.get("host").flatMap(this::host),
                fields.get("header").map(this::headers).orElse(Map.of()),
                Optional.empty(),
                fields.get("callers")
                        .flatMap(value -> values.word(value, "kind of callers", CALLERS))
                        .orElse(CallerKind.ALL),
                fields.get("tier").map(this::tiers).orElse(Set.of()),
                facts(fields),
                withoutFacts(fields));
    }

    private Map<String, Glob> facts(Fields fields) {
        Map<String, Glob> facts = new HashMap<>();
        fields.get("fact")
                .flatMap(value -> values.entries(value, "a fact", "fact: {asn: '64496'}"))
                .orElse(List.of())
                .forEach(entry -> {
                    Optional<String> name = fact(entry.key());
                    Optional<Glob> glob = glob(entry.value(), "the value of a fact", "'*' for anything");
                    if (name.isPresent() && glob.isPresent()) {
                        facts.put(name.get(), glob.get());
                    }
                });
        fields.get(BOT)
                .flatMap(value -> values.word(value, "band of bots", BANDS))
                .ifPresent(band -> facts.put(BOT, band));
        fields.get(DEVICE)
                .flatMap(value -> values.word(value, DEVICE, DEVICES))
                .filter(known -> known)
                .ifPresent(known -> facts.put(DEVICE, new Glob("*")));
        return facts;
    }

    private Set<String> withoutFacts(Fields fields) {
        Set<String> names = new HashSet<>();
        fields.get("without-fact")
                .map(value -> values.oneOrMore(value, "a fact", "device or [device, account]"))
                .orElse(List.of())
                .forEach(item -> fact(item).ifPresent(names::add));
        boolean isUnknown = fields.get(DEVICE)
                .filter(value ->
                        value instanceof Yaml.Scalar scalar && scalar.text().equals("unknown"))
                .isPresent();
        if (isUnknown) {
            names.add(DEVICE);
        }
        return names;
    }

    private Optional<String> fact(Yaml value) {
        return values.text(value, "the name of a fact", "device")
                .flatMap(name ->
                        values.attempt(value.place(), () -> Dimension.fact(name).name()));
    }

    private Set<String> methods(Yaml value) {
        Set<String> methods = new HashSet<>();
        for (Yaml item : values.oneOrMore(value, "a method", "read, write, GET or [PUT, PATCH]")) {
            values.text(item, "a method", "read, write, GET or [PUT, PATCH]").ifPresent(word -> {
                if (word.equals(READ)) {
                    methods.addAll(Match.READING);
                } else if (isMethod(word)) {
                    methods.add(word);
                } else {
                    values.wrong(item.place(), Words.unknown("method", word, METHODS));
                }
            });
        }
        return methods;
    }

    /** Accepts methods that are not well known, unless they look like a misspelled one. */
    private static boolean isMethod(String word) {
        return METHODS.contains(word)
                || (METHOD.matcher(word).matches()
                        && Words.nearest(word, METHODS).isEmpty());
    }

    private Optional<Glob> host(Yaml value) {
        return values.text(value, "a host", "api.example.com or '*.example.com'")
                .flatMap(text -> values.attempt(value.place(), () -> Match.ALL.withHost(text)))
                .flatMap(Match::host);
    }

    private Map<String, Glob> headers(Yaml value) {
        Map<String, Glob> headers = new HashMap<>();
        List<Yaml.Entry> entries =
                values.entries(value, "a header", "header: {X-Name: 'beta*'}").orElse(List.of());
        for (Yaml.Entry entry : entries) {
            Optional<String> name = HeaderName.read(entry.key(), values);
            Optional<Glob> glob = glob(entry.value(), "the value of a header", "'*' for anything");
            if (name.isPresent() && glob.isPresent() && headers.put(name.get(), glob.get()) != null) {
                values.wrong(
                        entry.key().place(),
                        "this header is there twice, because names of headers are case-insensitive; remove one of them");
            }
        }
        return headers;
    }

    private Optional<Glob> glob(Yaml value, String what, String example) {
        return values.text(value, what, example).map(Glob::new);
    }

    private Set<String> tiers(Yaml value) {
        Set<String> named = new HashSet<>();
        for (Yaml item : values.oneOrMore(value, "a tier", "free or [free, premium]")) {
            values.text(item, "a tier", "free or [free, premium]").ifPresent(tier -> {
                if (tiers.isEmpty()) {
                    values.wrong(item.place(), "the policy defines no tiers; define them under tiers:");
                } else if (!tiers.contains(tier)) {
                    values.wrong(item.place(), Words.unknown("tier", tier, tiers));
                }
                named.add(tier);
            });
        }
        return named;
    }
}
