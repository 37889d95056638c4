package io.weir.service;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.http.HeaderStyle;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Mode;
import io.weir.policy.Request;
import io.weir.policy.Subject;
import io.weir.policy.TooManyPermitsException;
import io.weir.policy.Verdict;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Store;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /api/v1/rate-limit/check}, {@code /remaining} and {@code /reset}: what they do, whatever carries them. Keys that rules
 * are for meet those rules, all others the default limits.
 */
final class RateLimitApi implements Endpoints {

    static final String PREFIX = "/api/v1/rate-limit/";

    private static final Logger LOG = LoggerFactory.getLogger(RateLimitApi.class);

    private final Gate gate;
    private final Store store;
    private final Seeing seeing;
    private final CallerAddress callers;
    private final HeaderStyle headers;
    private final HttpResponseStatus closedStatus;
    private final Endpoint check;
    private final List<Endpoint> endpoints;

    RateLimitApi(Gate gate, Store store, Seeing seeing, ServiceSettings settings) {
        this.gate = gate;
        this.store = store;
        this.seeing = seeing;
        this.callers = new CallerAddress(settings.proxies(), seeing.attempts());
        this.headers = settings.headers();
        this.closedStatus = settings.store().closedStatus();
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
        return gate.policy().governs(request.key())
                ? governed(request, key -> seeing.tracing().verdict(incoming, () -> gate.check(key)))
                        .thenCompose(verdict -> told(incoming, request, verdict))
                : byDefault(incoming, request);
    }

    private CompletionStage<Reply> told(Incoming incoming, CheckRequest request, Verdict verdict) {
        // Meanwhile the policy may have been replaced by one that has no rule for the key.
        boolean ungoverned = verdict.rulings().isEmpty() && !gate.policy().governs(request.key());
        return ungoverned
                ? byDefault(incoming, request)
                : CompletableFuture.completedStage(reply(CheckAnswer.of(request.key(), verdict)));
    }

    private Reply reply(CheckAnswer answer) {
        Reply reply = Reply.of(answer, headers);
        return answer.unavailable() ? reply.withStatus(closedStatus) : reply;
    }

    private CompletionStage<Reply> byDefault(Incoming incoming, CheckRequest request) {
        Charge charge = request.charge();
        Mode mode = gate.policy().mode();
        if (mode != Mode.ENFORCE) {
            return watched(charge, mode);
        }
        String limit = charge.limit().algorithm().yamlName();
        return seeing.tracing()
                .answer(incoming, limit, () -> store.charge(List.of(charge)))
                .thenApply(answer -> {
                    Decision decision = answer.decisions().get(0);
                    seeing.byDefault(request.key(), charge.limit(), decision);
                    return Reply.of(CheckAnswer.of(request.key(), charge.limit(), decision), headers);
                });
    }

    /** The kill switch is for the default limits too. */
    private CompletionStage<Reply> watched(Charge charge, Mode mode) {
        List<Charge> shadow = mode == Mode.SHADOW ? List.of(charge.withEffect(Effect.SHADOW)) : List.of();
        return store.charge(shadow)
                .thenApply(answer -> Reply.of(CheckAnswer.unlimited(charge.key(), answer.degraded()), headers));
    }

    private CompletionStage<Verdict> governed(CheckRequest request, Function<Request, CompletionStage<Verdict>> ask) {
        Request key = request.asRequest();
        try {
            request.algorithm()
                    .ifPresent(algorithm -> requireOneOf(gate.policy().limits(key), algorithm));
            return ask.apply(key);
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    private static void requireOneOf(Map<String, Limit> limits, Algorithm algorithm) {
        boolean meant = limits.values().stream().anyMatch(limit -> limit.algorithm() == algorithm);
        if (!meant && !limits.isEmpty()) {
            String those = limits.entrySet().stream()
                    .map(rule -> rule.getValue().algorithm() + ", as rule " + rule.getKey() + " says")
                    .collect(Collectors.joining(", or "));
            throw new BadRequest("algorithm", "must be left out, or be " + those);
        }
    }

    private CompletionStage<Reply> remaining(Incoming incoming) {
        CheckRequest request = CheckRequest.of(incoming, callers);
        if (gate.policy().governs(request.key())) {
            return governed(request, gate::peek)
                    .thenApply(verdict -> Reply.remaining(CheckAnswer.of(request.key(), verdict), headers));
        }
        Charge charge = request.charge();
        if (gate.policy().mode() != Mode.ENFORCE) {
            return CompletableFuture.completedStage(
                    Reply.remaining(CheckAnswer.unlimited(request.key(), false), headers));
        }
        return store.peek(List.of(charge))
                .thenApply(decisions ->
                        Reply.remaining(CheckAnswer.of(request.key(), charge.limit(), decisions.get(0)), headers));
    }

    private CompletionStage<Reply> reset(Incoming incoming) {
        CheckRequest request = CheckRequest.of(incoming, callers);
        CompletionStage<Void> done = gate.policy().governs(request.key())
                ? gate.forget(new Subject("key", request.key()))
                : store.forget(request.charge());
        return done.handle((forgotten, failure) -> failure == null ? Reply.noContent() : notForgotten(failure));
    }

    private static Reply notForgotten(Throwable failure) {
        LOG.warn("A reset failed: {}", String.valueOf(failure.getMessage()));
        return Reply.problem(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "the store does not answer, so the key may be as it was; try again");
    }
}
