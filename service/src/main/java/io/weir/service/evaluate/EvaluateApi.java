package io.weir.service.evaluate;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.http.HeaderStyle;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.internal.TooManyPermitsException;
import io.weir.service.ServiceSettings;
import io.weir.service.access.Access;
import io.weir.service.api.CheckRequest;
import io.weir.service.api.CounterAccess;
import io.weir.service.api.RateLimitApi;
import io.weir.service.credentials.IdentifiedRequest;
import io.weir.service.evaluate.EvaluateAnswer.Judged;
import io.weir.service.evaluate.EvaluateAnswer.Unacceptable;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * {@code /api/v1/rate-limit/evaluate} and {@code /explain}: the verdict of the policy on a request that the caller describes.
 * {@link BatchApi} answers many at once.
 */
public final class EvaluateApi implements Endpoints {

    static final int MOST_BYTES = 16 * 1024;

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
        this.explain = new Endpoint(prefix + "explain", HttpMethod.POST, access::allowsExplaining, this::explain)
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
        DescribedRequest described = read(incoming, policy);
        return evaluation
                .identify(described)
                .thenCompose(
                        identified -> evaluate(incoming, policy, evaluation.prepare(policy, described, identified)));
    }

    private CompletionStage<Reply> evaluate(Incoming incoming, Policy policy, PreparedRequest prepared) {
        try {
            return evaluation
                    .evaluate(incoming, policy, prepared)
                    .thenApply(answer -> reply(answer, prepared.identified()));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    private DescribedRequest read(Incoming incoming, Policy policy) {
        DescribedRequest described = DescriptionReader.read(JsonFields.of(incoming.body()));
        counters.require(incoming, policy, described.request());
        return described;
    }

    private Reply reply(EvaluateAnswer answer, IdentifiedRequest identified) {
        Reply reply = Reply.json(VerdictJson.charged(answer, identified, evaluation.receipts()));
        if (answer instanceof Judged judged) {
            return reply(reply, judged, identified);
        }
        return answer instanceof Unacceptable ? reply.withStatus(HttpResponseStatus.TOO_MANY_REQUESTS) : reply;
    }

    private Reply reply(Reply reply, Judged judged, IdentifiedRequest identified) {
        Verdict verdict = judged.verdict();
        // A caller that names a key gets the answer for it, whoever owns the key.
        Optional<Ruling> told = identified.request().key().isPresent() ? verdict.tightest() : verdict.reported();
        told.ifPresent(ruling -> reply.describe(ruling.rule(), ruling.limit(), ruling.decision(), headers));
        if (verdict.allowed()) {
            return reply;
        }
        Reply denied = reply.denied(judged.retryAfterMicros(), headers);
        return judged.isUncheckable() ? denied : denied.withStatus(status(verdict));
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
        DescribedRequest described = read(incoming, policy);
        return evaluation.identify(described).thenCompose(identified -> explain(policy, described, identified));
    }

    private CompletionStage<Reply> explain(Policy policy, DescribedRequest described, IdentifiedRequest identified) {
        try {
            Optional<String> tier = policy.tierOf(identified.request().caller());
            return evaluation
                    .foresee(policy, described, identified)
                    .thenApply(answer -> Reply.json(VerdictJson.foreseen(answer, identified, tier)));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }
}
