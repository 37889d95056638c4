package io.weir.service.api;

import io.weir.live.FollowedPolicy;
import io.weir.live.LivePolicy;
import io.weir.live.PolicyStatus;
import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.live.revision.RuntimeSettings;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Policies in the JSON that administrators see. */
final class PolicyJson {

    private PolicyJson() {}

    static Map<String, Object> of(FollowedPolicy source) {
        PolicyStatus standing = source.status();
        Map<String, Object> json = new LinkedHashMap<>();
        standing.revision().ifPresentOrElse(newest -> json.putAll(of(newest)), () -> json.put("version", 0));
        json.put("source", source instanceof LivePolicy ? "document" : "file");
        json.put("inForce", standing.problem().isEmpty());
        standing.problem().ifPresent(problem -> json.put("problem", problem));
        Policy policy = standing.policy();
        json.put("mode", word(policy.mode()));
        json.put(
                "rules",
                policy.rules().stream().map(rule -> of(rule, policy.mode())).toList());
        json.put("switches", of(standing.content().runtime()));
        json.put("ignored", standing.ignored());
        json.put("files", files(standing.content()));
        return json;
    }

    private static List<Map<String, Object>> files(PolicyContent content) {
        return content.files().stream()
                .map(file -> ordered("name", file.name(), "text", file.text()))
                .toList();
    }

    /** A version with its texts and switches. */
    static Map<String, Object> withContent(Revision revision) {
        Map<String, Object> json = of(revision);
        json.put("switches", of(revision.content().runtime()));
        json.put("files", files(revision.content()));
        return json;
    }

    private static Map<String, Object> ordered(String one, String value, String other, String otherValue) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(one, value);
        json.put(other, otherValue);
        return json;
    }

    static Map<String, Object> of(Revision revision) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", revision.number());
        json.put("at", revision.at().toString());
        json.put("by", revision.by());
        json.put("change", revision.change());
        revision.reason().ifPresent(reason -> json.put("reason", reason));
        return json;
    }

    /** The versions, newest first. */
    static Map<String, Object> history(PolicyDocument document) {
        List<Map<String, Object>> revisions = new ArrayList<>();
        document.revisions().forEach(revision -> revisions.add(of(revision)));
        Collections.reverse(revisions);
        return Map.of("revisions", revisions);
    }

    private static Map<String, Object> of(Rule rule, Mode most) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", rule.name());
        rule.match().path().map(PathPattern::toString).ifPresent(path -> json.put("path", path));
        rule.match().key().ifPresent(key -> json.put("key", key.text()));
        json.put("per", rule.per().types());
        json.put("limit", rule.limit().toString());
        json.put("mode", word(rule.mode().and(most)));
        return json;
    }

    private static Map<String, Object> of(RuntimeSettings switches) {
        Map<String, Object> json = new LinkedHashMap<>();
        Map<String, String> modes = new TreeMap<>();
        switches.modes().forEach((rule, mode) -> modes.put(rule, word(mode)));
        json.put("mode", word(switches.mode()));
        json.put("modes", modes);
        json.put("overrides", switches.overrides().stream().map(PolicyJson::of).toList());
        return json;
    }

    private static Map<String, Object> of(SubjectOverride override) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", override.subject());
        override.rule().ifPresent(rule -> json.put("rule", rule));
        json.put("limit", override.limit());
        json.put("until", override.until().toString());
        override.reason().ifPresent(reason -> json.put("reason", reason));
        json.put("by", override.by());
        return json;
    }

    private static String word(Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
