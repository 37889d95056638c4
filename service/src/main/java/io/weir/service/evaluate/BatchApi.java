package io.weir.service.evaluate;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.http.internal.JsonObject;
import io.weir.policy.Policy;
import io.weir.policy.internal.TooManyPermitsException;
import io.weir.service.ServiceSettings;
import io.weir.service.api.CheckRequest;
import io.weir.service.api.CounterAccess;
import io.weir.service.api.RateLimitApi;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code /api/v1/rate-limit/evaluate/batch}: the verdicts of one policy on up to a hundred requests, each by itself. */
public final class BatchApi implements Endpoints, AutoCloseable {

    private static final int MOST_REQUESTS = 100;
    private static final int MOST_BYTES = 1024 * 1024;

    private final Evaluation evaluation;
    private final CounterAccess counters;
    private final BatchThreads threads = new BatchThreads();
    private final Endpoint batch;

    public BatchApi(Evaluation evaluation, ServiceSettings settings) {
        this.evaluation = evaluation;
        this.counters = new CounterAccess(settings.guard().keys());
        this.batch = new Endpoint(
                        RateLimitApi.PREFIX + "evaluate/batch",
                        HttpMethod.POST,
                        settings.access()::allowsCheck,
                        this::batch)
                .withBody(MOST_BYTES);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(batch);
    }

    @Override
    public void close() {
        threads.close();
    }

    /** A request that is read, with its fields for what is found wrong later. */
    private record Wanted(DescribedRequest described, JsonFields fields) {}

    /** Runs off the event loop, because a hundred requests take as long as a hundred checks. */
    private CompletionStage<Reply> batch(Incoming incoming) {
        Policy policy = evaluation.gate().policy();
        return threads.run(
                incoming,
                wanted -> prepared(read(wanted, policy), policy)
                        .thenCompose(prepared -> verdicts(wanted, policy, prepared)));
    }

    /** Reads all requests before any of their credentials is verified. */
    private List<Wanted> read(Incoming incoming, Policy policy) {
        JsonFields body = JsonFields.of(incoming.body()).only(List.of("requests"));
        List<JsonFields> all = body.objects("requests");
        if (all.isEmpty() || all.size() > MOST_REQUESTS) {
            throw body.wrong("requests", "must be a list of 1 to " + MOST_REQUESTS + " requests");
        }
        List<Wanted> wanted = new ArrayList<>(all.size());
        for (JsonFields fields : all) {
            DescribedRequest described = DescriptionReader.read(fields);
            counters.require(incoming, policy, described.request());
            wanted.add(new Wanted(described, fields));
        }
        return wanted;
    }

    /** Identifies and scores all requests before any is charged. */
    private CompletionStage<List<PreparedRequest>> prepared(List<Wanted> all, Policy policy) {
        List<CompletableFuture<PreparedRequest>> prepared = new ArrayList<>(all.size());
        for (Wanted each : all) {
            prepared.add(evaluation
                    .identify(each.described())
                    .thenApply(identified ->
                            possible(evaluation.prepare(policy, each.described(), identified), policy, each.fields()))
                    .toCompletableFuture());
        }
        return allOf(prepared);
    }

    private static <T> CompletionStage<List<T>> allOf(List<CompletableFuture<T>> all) {
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    private static PreparedRequest possible(PreparedRequest prepared, Policy policy, JsonFields fields) {
        try {
            if (prepared.known().isEmpty()) {
                policy.limits(prepared.request());
            }
            return prepared;
        } catch (TooManyPermitsException tooMany) {
            throw fields.wrong(
                    "permits", CheckRequest.badPermits(tooMany.most()).detail());
        }
    }

    private CompletionStage<Reply> verdicts(Incoming incoming, Policy policy, List<PreparedRequest> all) {
        List<CompletableFuture<String>> verdicts = new ArrayList<>(all.size());
        for (PreparedRequest each : all) {
            verdicts.add(evaluation
                    .evaluate(incoming, policy, each)
                    .thenApply(answer -> VerdictJson.charged(answer, each.identified(), evaluation.receipts()))
                    .toCompletableFuture());
        }
        return allOf(verdicts)
                .thenApply(written -> Reply.json(new JsonObject()
                        .addJson("verdicts", written.stream().collect(Collectors.joining(",", "[", "]")))
                        .close()));
    }
}
