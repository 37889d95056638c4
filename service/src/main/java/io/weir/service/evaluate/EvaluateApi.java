package io.weir.service.evaluate;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.http.HeaderStyle;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.internal.TooManyPermitsException;
import io.weir.policy.rule.Request;
import io.weir.service.ServiceSettings;
import io.weir.service.access.Access;
import io.weir.service.api.CheckRequest;
import io.weir.service.api.CounterAccess;
import io.weir.service.api.RateLimitApi;
import io.weir.service.credentials.IdentifiedRequest;
import io.weir.service.credentials.PresentedCredentials;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * {@code /api/v1/rate-limit/evaluate} and {@code /explain}: the verdict of the policy on a request that the caller describes.
 * {@link BatchApi} answers many at once.
 */
public final class EvaluateApi implements Endpoints {

    private static final int MOST_BYTES = 16 * 1024;

    private final Evaluation evaluation;
    private final Gate gate;
    private final HeaderStyle headers;
    private final HttpResponseStatus closedStatus;
    private final CounterAccess counters;
    private final Endpoint evaluate;
    private final Endpoint explain;

    public EvaluateApi(Evaluation evaluation, ServiceSettings settings) {
        this.evaluation = evaluation;
        this.gate = evaluation.gate();
        this.headers = settings.headers();
        this.closedStatus = settings.store().closedStatus();
        this.counters = new CounterAccess(settings.guard().keys());
        Access access = settings.access();
        String prefix = RateLimitApi.PREFIX;
        this.evaluate = new Endpoint(prefix + "evaluate", HttpMethod.POST, access::allowsCheck, this::evaluate)
                .withBody(MOST_BYTES);
        this.explain = new Endpoint(prefix + "explain", HttpMethod.POST, access::allowsCheck, this::explain)
                .withBody(MOST_BYTES);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(evaluate, explain);
    }

    /** The endpoint that a protected system calls for each of its requests. */
    public Endpoint evaluate() {
        return evaluate;
    }

    private CompletionStage<Reply> evaluate(Incoming incoming) {
        Policy policy = gate.policy();
        return identified(incoming, policy, identified -> evaluate(incoming, policy, identified));
    }

    /** Reads the request, verifies its credentials if there are any, and passes it on. */
    private CompletionStage<Reply> identified(
            Incoming incoming, Policy policy, Function<IdentifiedRequest, CompletionStage<Reply>> next) {
        JsonFields fields = JsonFields.of(incoming.body());
        Request request = DescribedRequest.read(fields);
        Optional<PresentedCredentials> presented = DescribedRequest.credentials(fields);
        counters.require(incoming, policy, request);
        return presented.isEmpty()
                ? next.apply(IdentifiedRequest.asDescribed(request))
                : evaluation.credentials().identify(request, presented.get()).thenCompose(next);
    }

    private CompletionStage<Reply> evaluate(Incoming incoming, Policy policy, IdentifiedRequest identified) {
        if (Evaluation.isExempt(identified.request())) {
            return CompletableFuture.completedStage(Reply.json(VerdictJson.exempt(identified)));
        }
        try {
            return evaluation.check(incoming, policy, identified).thenApply(verdict -> reply(identified, verdict));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    private Reply reply(IdentifiedRequest identified, Verdict verdict) {
        Reply reply = Reply.json(evaluation.json(verdict, identified));
        // A caller that names a key gets the answer for it, whoever owns the key.
        Optional<Ruling> told = identified.request().key().isPresent() ? verdict.tightest() : verdict.reported();
        told.ifPresent(ruling -> reply.describe(ruling.rule(), ruling.limit(), ruling.decision(), headers));
        if (verdict.allowed()) {
            return reply;
        }
        return reply.denied(verdict.retryAfterMicros(), headers).withStatus(status(verdict));
    }

    /** The status of the reply. A status that a rule names for its denials is in the body, so that clients know a denial by 429. */
    private HttpResponseStatus status(Verdict verdict) {
        return switch (verdict.action()) {
            case ALLOW -> HttpResponseStatus.OK;
            case CHALLENGE, BLOCKED -> HttpResponseStatus.FORBIDDEN;
            case DENY -> verdict.unavailable() ? closedStatus : HttpResponseStatus.TOO_MANY_REQUESTS;
        };
    }

    private CompletionStage<Reply> explain(Incoming incoming) {
        Policy policy = gate.policy();
        return identified(incoming, policy, identified -> explain(policy, identified));
    }

    private CompletionStage<Reply> explain(Policy policy, IdentifiedRequest identified) {
        Request request = identified.request();
        if (Evaluation.isExempt(request)) {
            return CompletableFuture.completedStage(Reply.json(VerdictJson.exempt(identified)));
        }
        try {
            Optional<String> tier = policy.tierOf(request.caller());
            return gate.peek(policy, request)
                    .thenApply(verdict -> Reply.json(VerdictJson.foreseen(verdict, identified, tier)));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }
}
