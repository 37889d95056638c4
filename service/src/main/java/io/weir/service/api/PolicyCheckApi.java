package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.RateLimiter;
import io.weir.limit.Limit;
import io.weir.live.FollowedPolicy;
import io.weir.live.revision.Revision;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyText;
import io.weir.service.access.Access;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.time.Scheduler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /api/v1/policies/check}: the mistakes of a policy, and what it would change, without pushing it; and {@code
 * /api/v1/policies/versions}: the text of a version that is kept.
 */
public final class PolicyCheckApi implements Endpoints {

    private static final String PATH = "/api/v1/policies";
    private static final int MOST_BYTES = 4_000_000;

    private final FollowedPolicy source;
    private final Access access;
    private final Scheduler scheduler;
    private final RateLimiter checks = RateLimiter.of(Limit.parse("5/s burst 20"));
    private final WrittenPolicy.Last written = new WrittenPolicy.Last();

    public PolicyCheckApi(FollowedPolicy source, Access access, Scheduler scheduler) {
        this.source = source;
        this.access = access;
        this.scheduler = scheduler;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH + "/check", HttpMethod.POST, access::allowsReading, this::check).withBody(MOST_BYTES),
                new Endpoint(PATH + "/versions", HttpMethod.GET, access::allowsReading, this::version));
    }

    /** Reads policies on another thread, because a large one takes a while. */
    private CompletionStage<Reply> check(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        List<PolicyText> files = PolicyRequest.files(incoming);
        if (!checks.tryAcquire("all").allowed()) {
            return CompletableFuture.completedStage(Reply.problem(
                    HttpResponseStatus.TOO_MANY_REQUESTS, "too many policies are checked at present; try again"));
        }
        return CompletableFuture.supplyAsync(() -> result(files), scheduler)
                .thenApply(json -> Reply.json(JsonMapper.shared().writeValueAsString(json)));
    }

    private Map<String, Object> result(List<PolicyText> files) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("base", source.status().document().version());
        try {
            WrittenPolicy next = WrittenPolicy.read(files);
            WrittenPolicy present = written.of(source.status().content().files());
            json.put("valid", true);
            json.put("mistakes", List.of());
            json.put("rules", next.policy().rules().size());
            json.put("changes", PolicyComparison.of(present.policy(), next.policy()));
        } catch (InvalidPolicyException invalid) {
            json.put("valid", false);
            json.put("mistakes", invalid.mistakes());
        }
        return json;
    }

    private CompletionStage<Reply> version(Incoming incoming) {
        String number = Query.of(incoming.target(), List.of("version")).get("version");
        if (number == null || !number.matches("[0-9]{1,15}")) {
            throw new BadRequest("version", "must be the number of a version, such as 7");
        }
        return CompletableFuture.completedStage(source.status()
                .document()
                .find(Long.parseLong(number))
                .map(PolicyCheckApi::reply)
                .orElseGet(() -> Reply.problem(
                        HttpResponseStatus.NOT_FOUND, "version " + number + " is not kept; see the history")));
    }

    private static Reply reply(Revision revision) {
        return PolicyReplies.tagged(PolicyJson.withContent(revision), revision.number());
    }
}
