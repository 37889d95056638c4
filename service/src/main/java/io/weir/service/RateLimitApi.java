package io.weir.service;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.http.HeaderStyle;
import io.weir.limit.Decision;
import io.weir.metrics.BypassAttempts;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/v1/rate-limit/check}, {@code /remaining} and {@code /reset}: what they do, whatever carries them. */
final class RateLimitApi implements Endpoints {

    private static final String PREFIX = "/api/v1/rate-limit/";

    private static final Logger LOG = LoggerFactory.getLogger(RateLimitApi.class);

    private final Store store;
    private final CallerAddress callers;
    private final HeaderStyle headers;
    private final Endpoint check;
    private final List<Endpoint> endpoints;

    RateLimitApi(Store store, BypassAttempts bypassAttempts, ServiceSettings settings) {
        this.store = store;
        this.callers = new CallerAddress(settings.proxies(), bypassAttempts);
        this.headers = settings.headers();
        Access access = settings.access();
        this.check = new Endpoint(PREFIX + "check", HttpMethod.GET, access::mayCheck, this::check);
        this.endpoints = List.of(
                check,
                new Endpoint(PREFIX + "remaining", HttpMethod.GET, access::mayCheck, this::remaining),
                new Endpoint(PREFIX + "reset", HttpMethod.DELETE, access::mayAdminister, this::reset));
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The one that is called for every request of a protected system. */
    Endpoint check() {
        return check;
    }

    private CompletionStage<Reply> check(Incoming incoming) {
        CheckRequest request = CheckRequest.of(incoming, callers);
        return store.charge(List.of(request.charge())).thenApply(answer -> {
            Decision decision = answer.decisions().get(0);
            LOG.debug("{} {}", request.algorithm(), decision);
            return Reply.of(request, decision, headers);
        });
    }

    private CompletionStage<Reply> remaining(Incoming incoming) {
        CheckRequest request = CheckRequest.of(incoming, callers);
        return store.peek(List.of(request.charge()))
                .thenApply(decisions -> Reply.remaining(request, decisions.get(0), headers));
    }

    private CompletionStage<Reply> reset(Incoming incoming) {
        return store.forget(CheckRequest.of(incoming, callers).charge()).thenApply(done -> Reply.noContent());
    }
}
