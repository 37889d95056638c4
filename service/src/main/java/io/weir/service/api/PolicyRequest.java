package io.weir.service.api;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.limit.spi.Span;
import io.weir.live.Author;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyText;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the requests of administrators. */
final class PolicyRequest {

    private static final Pattern TAG = Pattern.compile("\"?(\\d{1,15})\"?");
    private static final Set<String> YAML = Set.of("application/yaml", "application/x-yaml", "text/yaml");
    private static final int LONGEST_NAME = 200;

    private PolicyRequest() {}

    /** The name that the author gives, the reason, and the version that the author expects. */
    static Author author(Incoming incoming, String... others) {
        Query query = query(incoming, others);
        try {
            return new Author(
                    Optional.ofNullable(query.get("by")).orElse("admin"),
                    Optional.ofNullable(query.get("reason")),
                    expected(incoming));
        } catch (IllegalArgumentException wrong) {
            throw new BadRequest("query", "is wrong: " + wrong.getMessage());
        }
    }

    static Query query(Incoming incoming, String... others) {
        return Query.of(
                incoming.target(),
                Stream.concat(Stream.of("by", "reason"), Stream.of(others)).toList());
    }

    private static OptionalLong expected(Incoming incoming) {
        String tag = incoming.headers().get(HttpHeaderNames.IF_MATCH);
        if (tag == null || tag.equals("*")) {
            return OptionalLong.empty();
        }
        Matcher number = TAG.matcher(tag.strip());
        if (!number.matches()) {
            throw new BadRequest("If-Match", "must be a version, such as \"7\"");
        }
        return OptionalLong.of(Long.parseLong(number.group(1)));
    }

    /** The fields of a body; a missing body has no fields. */
    static JsonFields fields(Incoming incoming) {
        return incoming.body().text().isBlank()
                ? new JsonFields("", java.util.Map.of())
                : JsonFields.of(incoming.body());
    }

    static String required(JsonFields fields, String name, String example) {
        return fields.text(name).orElseThrow(() -> new BadRequest(name, "must be given: " + example));
    }

    static Optional<Mode> mode(String word) {
        return Stream.of(Mode.values())
                .filter(mode -> mode.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    /** A policy as it was sent: one file as YAML, or several in JSON. */
    static List<PolicyText> files(Incoming incoming) {
        String type = Optional.ofNullable(incoming.headers().get(HttpHeaderNames.CONTENT_TYPE))
                .map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElse("");
        if (YAML.contains(type)) {
            return List.of(new PolicyText("policy.yml", incoming.body().text()));
        }
        if (!type.equals("application/json")) {
            throw new BadRequest(
                    "Content-Type",
                    "must be application/yaml for one file, or application/json for {\"files\": [{\"name\": …, \"text\": …}]}");
        }
        JsonFields fields = JsonFields.of(incoming.body()).only(List.of("files"));
        List<PolicyText> files =
                fields.objects("files").stream().map(PolicyRequest::file).toList();
        Set<String> names = new HashSet<>();
        if (files.isEmpty() || !files.stream().map(PolicyText::name).allMatch(names::add)) {
            throw new BadRequest("files", "must be at least one, and each must have a name of its own");
        }
        return files;
    }

    private static PolicyText file(JsonFields file) {
        String name = required(file.only(List.of("name", "text")), "name", "a text such as policy.yml");
        if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw file.wrong("name", "must be a line of up to " + LONGEST_NAME + " characters, and not blank");
        }
        return new PolicyText(name, required(file, "text", "what the file says"));
    }

    static SubjectOverride override(Incoming incoming, Author author) {
        JsonFields fields = fields(incoming).only(List.of("subject", "rule", "limit", "until", "for"));
        return new SubjectOverride(
                required(fields, "subject", "a text such as tenant:acme"),
                fields.text("rule"),
                required(fields, "limit", "a text such as 5000/min"),
                until(fields),
                author.reason(),
                author.by());
    }

    private static Instant until(JsonFields fields) {
        Optional<String> until = fields.text("until");
        Optional<String> span = fields.text("for");
        if (until.isPresent() && span.isPresent()) {
            throw new BadRequest("for", "must be left out where there is until: both say when the override ends");
        }
        if (until.isEmpty() && span.isEmpty()) {
            throw new BadRequest("until", "must be given, such as 2026-12-31T00:00:00Z, or else for, such as 2h");
        }
        try {
            return until.isPresent()
                    ? Instant.parse(until.get())
                    : Instant.now().plus(span(span.orElseThrow())).truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeParseException wrong) {
            throw new BadRequest(
                    "until",
                    "must be a time such as 2026-12-31T00:00:00Z or 2026-12-31T00:00:00+01:00, at most 18 hours from UTC");
        }
    }

    private static Duration span(String text) {
        try {
            return Span.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new BadRequest("for", "must be a span of time such as 30min, 2h or 7days");
        }
    }
}
