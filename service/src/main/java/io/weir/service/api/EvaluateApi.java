package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.http.HeaderStyle;
import io.weir.http.RequestReader;
import io.weir.http.internal.JsonObject;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.internal.TooManyPermitsException;
import io.weir.policy.rule.Request;
import io.weir.service.ServiceSettings;
import io.weir.service.access.Access;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import io.weir.service.observe.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * {@code /api/v1/rate-limit/evaluate}, {@code /explain} and {@code /evaluate/batch}: the verdict of the policy on requests that
 * the caller describes.
 */
public final class EvaluateApi implements Endpoints, AutoCloseable {

    private static final int MOST_BYTES = 16 * 1024;
    private static final int MOST_REQUESTS = 100;
    private static final int MOST_BATCH_BYTES = 1024 * 1024;

    private final Gate gate;
    private final Tracing tracing;
    private final HeaderStyle headers;
    private final HttpResponseStatus closedStatus;
    private final CounterAccess counters;
    private final BatchThreads batches = new BatchThreads();
    private final Endpoint evaluate;
    private final List<Endpoint> endpoints;

    public EvaluateApi(Gate gate, Tracing tracing, ServiceSettings settings) {
        this.gate = gate;
        this.tracing = tracing;
        this.headers = settings.headers();
        this.closedStatus = settings.store().closedStatus();
        this.counters = new CounterAccess(settings.guard().keys());
        Access access = settings.access();
        String prefix = RateLimitApi.PREFIX;
        this.evaluate = new Endpoint(prefix + "evaluate", HttpMethod.POST, access::allowsCheck, this::evaluate)
                .withBody(MOST_BYTES);
        this.endpoints = List.of(
                evaluate,
                new Endpoint(prefix + "explain", HttpMethod.POST, access::allowsCheck, this::explain)
                        .withBody(MOST_BYTES),
                new Endpoint(prefix + "evaluate/batch", HttpMethod.POST, access::allowsCheck, this::batch)
                        .withBody(MOST_BATCH_BYTES));
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The endpoint that a protected system calls for each of its requests. */
    public Endpoint evaluate() {
        return evaluate;
    }

    @Override
    public void close() {
        batches.close();
    }

    /** Health paths and CORS preflights match no rule, so a gateway may send every request. */
    private static boolean isExempt(Request request) {
        return RequestReader.USUAL.isExempt(
                request.method(), request.path(), name -> request.header(name).isPresent());
    }

    private CompletionStage<Reply> evaluate(Incoming incoming) {
        Request request = DescribedRequest.read(JsonFields.of(incoming.body()));
        counters.require(incoming, gate.policy(), request);
        if (isExempt(request)) {
            return CompletableFuture.completedStage(Reply.json(VerdictJson.EXEMPT));
        }
        try {
            return tracing.verdict(incoming, () -> gate.check(request)).thenApply(verdict -> reply(request, verdict));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    private Reply reply(Request request, Verdict verdict) {
        Reply reply = Reply.json(VerdictJson.charged(verdict));
        // A caller that names a key gets the answer for it, whoever owns the key.
        Optional<Ruling> told = request.key().isPresent() ? verdict.tightest() : verdict.reported();
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
        Request request = DescribedRequest.read(JsonFields.of(incoming.body()));
        counters.require(incoming, gate.policy(), request);
        if (isExempt(request)) {
            return CompletableFuture.completedStage(Reply.json(VerdictJson.EXEMPT));
        }
        try {
            Policy policy = gate.policy();
            Optional<String> tier = policy.tierOf(request.caller());
            return gate.peek(policy, request).thenApply(verdict -> Reply.json(VerdictJson.foreseen(verdict, tier)));
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    /** Runs off the event loop, because a hundred requests take as long as a hundred checks. */
    private CompletionStage<Reply> batch(Incoming incoming) {
        return batches.run(incoming, each -> verdicts(each, requests(each)));
    }

    /** Requests that are all decided by one policy. */
    private record Batch(Policy policy, List<Request> requests) {}

    private CompletionStage<Reply> verdicts(Incoming incoming, Batch batch) {
        List<CompletableFuture<String>> verdicts = new ArrayList<>();
        for (Request request : batch.requests()) {
            verdicts.add(
                    isExempt(request)
                            ? CompletableFuture.completedFuture(VerdictJson.EXEMPT)
                            : tracing.verdict(incoming, () -> gate.check(batch.policy(), request))
                                    .thenApply(VerdictJson::charged)
                                    .toCompletableFuture());
        }
        return CompletableFuture.allOf(verdicts.toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    String list =
                            verdicts.stream().map(CompletableFuture::join).collect(Collectors.joining(",", "[", "]"));
                    return Reply.json(new JsonObject().addJson("verdicts", list).close());
                });
    }

    /** Reads all requests before any is charged. */
    private Batch requests(Incoming incoming) {
        Policy policy = gate.policy();
        JsonFields body = JsonFields.of(incoming.body()).only(List.of("requests"));
        List<JsonFields> described = body.objects("requests");
        if (described.isEmpty() || described.size() > MOST_REQUESTS) {
            throw body.wrong("requests", "must be a list of 1 to " + MOST_REQUESTS + " requests");
        }
        List<Request> requests = new ArrayList<>();
        for (JsonFields fields : described) {
            Request request = DescribedRequest.read(fields);
            counters.require(incoming, policy, request);
            if (!isExempt(request)) {
                requirePossiblePermits(policy, request, fields);
            }
            requests.add(request);
        }
        return new Batch(policy, requests);
    }

    private static void requirePossiblePermits(Policy policy, Request request, JsonFields fields) {
        try {
            policy.limits(request);
        } catch (TooManyPermitsException tooMany) {
            throw fields.wrong(
                    "permits", CheckRequest.badPermits(tooMany.most()).detail());
        }
    }
}
