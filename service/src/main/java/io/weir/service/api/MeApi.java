package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.live.FollowedPolicy;
import io.weir.live.LivePolicy;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.service.ServiceSettings;
import io.weir.service.access.Access;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/v1/me}: who the caller is and what the caller may do, so that a page can leave out the rest. */
public final class MeApi implements Endpoints {

    private final ServiceSettings settings;
    private final FollowedPolicy policy;

    public MeApi(ServiceSettings settings, FollowedPolicy policy) {
        this.settings = settings;
        this.policy = policy;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("/api/v1/me", HttpMethod.GET, settings.access()::allowsReading, this::show));
    }

    private CompletionStage<Reply> show(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("as", name(incoming));
        json.put("may", settings.access().isAdministrator(incoming) ? List.of("view", "change") : List.of("view"));
        json.put("source", policy instanceof LivePolicy ? "document" : "file");
        json.put("store", settings.store().redis().isPresent() ? "redis" : "memory");
        json.put("keys", settings.guard().database().isPresent());
        json.put("hashed", settings.observe().subjects() == SubjectNames.HASHED);
        return CompletableFuture.completedStage(Reply.json(JsonMapper.shared().writeValueAsString(json)));
    }

    private String name(Incoming incoming) {
        Access access = settings.access();
        if (access.mayAdminister(incoming.authorization())) {
            return "the admin token";
        }
        return incoming.key() == null || incoming.key().key().isEmpty()
                ? "the view token"
                : incoming.key().key().get().id();
    }
}
