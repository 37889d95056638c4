package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.live.FollowedPolicy;
import io.weir.live.PolicyStatus;
import io.weir.live.revision.Revision;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.service.access.Access;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.service.live.Pulse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/v1/rules}: every rule in force with all its words, its place in the files, and what it counted here lately. */
public final class RulesApi implements Endpoints {

    private final FollowedPolicy source;
    private final Pulse pulse;
    private final Access access;
    private final WrittenPolicy.Last written = new WrittenPolicy.Last();

    public RulesApi(FollowedPolicy source, Pulse pulse, Access access) {
        this.source = source;
        this.pulse = pulse;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("/api/v1/rules", HttpMethod.GET, access::allowsReading, this::list));
    }

    private CompletionStage<Reply> list(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        PolicyStatus status = source.status();
        WrittenPolicy files = written.of(status.content().files());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", status.document().version());
        json.put("mode", status.policy().mode().word());
        json.put(
                "rules",
                status.policy().rules().stream()
                        .map(rule -> json(rule, status, files))
                        .toList());
        return CompletableFuture.completedStage(Reply.json(JsonMapper.shared().writeValueAsString(json)));
    }

    private Map<String, Object> json(Rule rule, PolicyStatus status, WrittenPolicy files) {
        String name = rule.name();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("limit", rule.limit().toString());
        json.put("mode", rule.mode().and(status.policy().mode()).word());
        files.rule(name).ifPresent(own -> json.put("writtenMode", own.mode().word()));
        Optional.ofNullable(status.content().runtime().modes().get(name)).ifPresent(mode -> {
            json.put("switched", mode.word());
            switchedSince(status, name, mode).ifPresent(since -> json.put("switchedSince", since.toString()));
        });
        json.put("words", RuleWords.of(rule));
        files.place(name).ifPresent(place -> {
            json.put("file", place.file());
            json.put("line", place.line());
        });
        json.put("lastMinute", pulse.lastMinute(name));
        json.put("lastDay", pulse.lastDay(name));
        return json;
    }

    /** Since when the switch of a rule has been as it is, as far as the history goes. */
    private static Optional<Instant> switchedSince(PolicyStatus status, String rule, Mode mode) {
        Instant since = null;
        List<Revision> revisions = status.document().revisions();
        for (int i = revisions.size() - 1; i >= 0; i--) {
            Revision revision = revisions.get(i);
            if (revision.content().runtime().modes().get(rule) != mode) {
                break;
            }
            since = revision.at();
        }
        return Optional.ofNullable(since);
    }
}
