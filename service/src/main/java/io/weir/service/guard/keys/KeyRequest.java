package io.weir.service.guard.keys;

import io.weir.classify.IpAddress;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.ImportedKey;
import io.weir.guard.key.admin.KeyChange;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.limit.Limit;
import io.weir.limit.TokenBucket;
import io.weir.service.guard.CallAuthor;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Body;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what administrators ask about keys. */
final class KeyRequest {

    private static final List<String> TERMS =
            List.of("name", "owner", "tenant", "tier", "scopes", "limit", "networks", "keys", "expires");
    private static final Pattern SPAN = Pattern.compile("(?<count>[0-9]{1,6})(?<unit>s|min|h|d|days?)");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "day", Duration.ofDays(1),
            "days", Duration.ofDays(1));

    private static final String UNNAMED = "key";

    private KeyRequest() {}

    /** The name that the author gives, or the id of the API key that they use, and the reason. */
    static ChangeOrigin origin(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of(CallAuthor.BY, "reason"));
        return new ChangeOrigin(CallAuthor.of(incoming, query), Optional.ofNullable(query.get("reason")));
    }

    static JsonFields fields(Incoming incoming, String... names) {
        return JsonFields.of(incoming.body()).only(List.of(names));
    }

    static String required(JsonFields fields, String name, String example) {
        return fields.text(name).orElseThrow(() -> fields.wrong(name, "must be given: " + example));
    }

    static String id(JsonFields fields) {
        return required(fields, "id", "the id of a key, such as key_4hKqrX0bQ2mZ8sVt");
    }

    static KeyDraft draft(Incoming incoming) {
        JsonFields fields = fields(incoming, with("environment"));
        String requestId = incoming.headers().get("Idempotency-Key");
        KeyDraft draft = draft(fields);
        return requestId == null ? draft : draft.withRequestId(requestId);
    }

    private static String[] with(String... others) {
        return Stream.concat(TERMS.stream(), Stream.of(others)).toArray(String[]::new);
    }

    private static KeyDraft draft(JsonFields fields) {
        String owner = required(fields, "owner", "who gets the key, such as acme");
        KeyTerms unnamed = KeyTerms.of(UNNAMED, owner);
        KeyDraft draft = KeyDraft.of(terms(unnamed, fields));
        Optional<KeyEnvironment> environment = fields.text("environment").map(KeyEnvironment::parse);
        draft = environment.isPresent() ? draft.withEnvironment(environment.get()) : draft;
        Optional<KeyExpiry> expiry = fields.text("expires").map(KeyRequest::expiry);
        return expiry.isPresent() ? draft.withExpiry(expiry.get()) : draft;
    }

    /** What is to be different; fields that are missing stay as they are, and empty texts are taken away. */
    static KeyChange change(JsonFields fields) {
        KeyChange change = KeyChange.ofTerms(terms -> terms(terms, fields));
        Optional<KeyExpiry> expiry = fields.text("expires").map(KeyRequest::expiry);
        return expiry.isPresent() ? change.withExpiry(expiry.get()) : change;
    }

    static JsonFields changeFields(Incoming incoming) {
        return fields(incoming, with("id"));
    }

    private static KeyTerms terms(KeyTerms before, JsonFields fields) {
        KeyTerms terms = before.withName(fields.text("name").orElse(before.name()))
                .withOwner(fields.text("owner").orElse(before.owner()));
        terms = fields.has("tenant") ? terms.withTenant(unlessEmpty(fields.text("tenant"))) : terms;
        terms = fields.has("tier") ? terms.withTier(unlessEmpty(fields.text("tier"))) : terms;
        terms = fields.has("limit")
                ? terms.withLimit(unlessEmpty(fields.text("limit")).map(KeyRequest::limit))
                : terms;
        Optional<List<String>> scopes = fields.textList("scopes");
        Optional<List<String>> networks = fields.textList("networks");
        Optional<List<String>> keys = fields.textList("keys");
        terms = scopes.isPresent() ? terms.withScopes(distinct(scopes.get())) : terms;
        terms = networks.isPresent() ? terms.withNetworks(distinct(networks.get())) : terms;
        return keys.isPresent() ? terms.withCounters(distinct(keys.get())) : terms;
    }

    private static Optional<String> unlessEmpty(Optional<String> text) {
        return text.filter(given -> !given.isEmpty());
    }

    private static String[] distinct(List<String> texts) {
        return texts.stream().distinct().toArray(String[]::new);
    }

    private static TokenBucket limit(String text) {
        try {
            return Limit.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new InvalidFieldException("limit", String.valueOf(wrong.getMessage()));
        }
    }

    private static KeyExpiry expiry(String text) {
        if (text.equals("never")) {
            return KeyExpiry.never();
        }
        Optional<Duration> span = span(text);
        if (span.isPresent()) {
            return KeyExpiry.after(span.get());
        }
        try {
            return KeyExpiry.at(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException wrong) {
            throw new InvalidFieldException(
                    "expires", "must be a span such as 90d, a time such as 2027-12-31T00:00:00Z, or never");
        }
    }

    /** How long the secrets until now stay valid, a day by default. */
    static Duration grace(JsonFields fields) {
        String text = fields.text("grace").orElse("1d");
        return span(text).orElseThrow(() -> fields.wrong("grace", "must be a span such as 24h, or 0s for none"));
    }

    private static Optional<Duration> span(String text) {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            return Optional.empty();
        }
        Duration unit = UNITS.getOrDefault(span.group("unit"), Duration.ZERO);
        return Optional.of(unit.multipliedBy(Long.parseLong(span.group("count"))));
    }

    static KeyCheck check(JsonFields fields) {
        KeyCheck check = KeyCheck.of(required(fields, "key", "the key that a client presented"));
        check = check.withScopes(distinct(fields.textList("scopes").orElse(List.of())));
        Optional<String> ip = fields.text("ip");
        if (ip.isEmpty()) {
            return check;
        }
        return check.withFrom(IpAddress.parse(ip.get())
                .orElseThrow(() -> fields.wrong("ip", "must be an address, such as 192.0.2.1 or 2001:db8::1")));
    }

    /** The keys of an import, one JSON object in each line. */
    static List<ImportedKey> imported(Incoming incoming) {
        List<ImportedKey> keys = new ArrayList<>();
        int number = 0;
        for (String line : incoming.body().text().split("\r?\n", -1)) {
            number++;
            if (!line.isBlank()) {
                keys.add(imported(line, number));
            }
        }
        if (keys.isEmpty()) {
            throw new BadRequest(
                    "body",
                    "must have one JSON object in each line, such as" + " {\"owner\":\"acme\",\"sha256\":\"…\"}");
        }
        return keys;
    }

    private static ImportedKey imported(String line, int number) {
        try {
            JsonFields fields = JsonFields.of(new Body(line.getBytes(StandardCharsets.UTF_8)))
                    .only(List.of(with("environment", "id", "key", "sha256")));
            if (fields.has("key") == fields.has("sha256")) {
                throw fields.wrong("sha256", "must be given, or else key, the secret itself");
            }
            KeyDraft draft = draft(fields);
            ImportedKey key = fields.has("key")
                    ? ImportedKey.ofSecret(draft, fields.text("key").orElse(""))
                    : ImportedKey.ofSha256(draft, fields.text("sha256").orElse(""));
            Optional<String> id = fields.text("id");
            return id.isPresent() ? key.withId(id.get()) : key;
        } catch (BadRequest bad) {
            throw new BadRequest("line " + number + ": " + bad.field(), bad.detail());
        } catch (InvalidFieldException invalid) {
            throw new BadRequest("line " + number + ": " + invalid.field(), KeyReplies.problem(invalid));
        }
    }
}
