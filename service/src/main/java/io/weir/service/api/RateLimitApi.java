package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.audit.AuditKind;
import io.weir.http.HeaderStyle;
import io.weir.policy.Gate;
import io.weir.policy.Verdict;
import io.weir.policy.internal.TooManyPermitsException;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import io.weir.service.ServiceSettings;
import io.weir.service.access.Access;
import io.weir.service.access.CallerAddress;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import io.weir.service.observe.Observability;
import io.weir.service.observe.Tracing;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /api/v1/rate-limit/check}, {@code /remaining} and {@code /reset}. The rules of the policy in force decide the keys that
 * they match; the {@link BuiltInPolicy} decides all other keys.
 */
public final class RateLimitApi implements Endpoints {

    public static final String PREFIX = "/api/v1/rate-limit/";

    private static final Logger LOG = LoggerFactory.getLogger(RateLimitApi.class);

    private final Gate gate;
    private final Tracing tracing;
    private final CallerAddress callers;
    private final HeaderStyle headers;
    private final HttpResponseStatus closedStatus;
    private final CounterAccess counters;
    private final Endpoint check;
    private final List<Endpoint> endpoints;

    public RateLimitApi(Gate gate, Observability observability, ServiceSettings settings, AuditedChanges audit) {
        this.gate = gate;
        this.tracing = observability.tracing();
        this.callers = new CallerAddress(settings.proxies(), observability.attempts());
        this.headers = settings.headers();
        this.closedStatus = settings.store().closedStatus();
        this.counters = new CounterAccess(settings.guard().keys());
        Access access = settings.access();
        this.check = new Endpoint(PREFIX + "check", HttpMethod.GET, access::allowsCheck, this::check);
        this.endpoints = List.of(
                check,
                new Endpoint(PREFIX + "remaining", HttpMethod.GET, access::allowsCheck, this::remaining),
                new Endpoint(
                        PREFIX + "reset",
                        HttpMethod.DELETE,
                        access::allowsChange,
                        audit.recorded(AuditKind.POLICY_RESET, this::reset)));
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The endpoint that a protected system calls for each of its requests. */
    public Endpoint check() {
        return check;
    }

    private CompletionStage<Reply> check(Incoming incoming) {
        CheckRequest request = read(incoming);
        return ask(request, key -> tracing.verdict(incoming, () -> gate.check(request.policy(), key)))
                .thenApply(verdict -> {
                    Reply reply = CheckReply.of(request, verdict, headers);
                    return verdict.unavailable() ? reply.withStatus(closedStatus) : reply;
                });
    }

    /** The request with the one policy that decides it, even if the policy changes meanwhile. */
    private CheckRequest read(Incoming incoming) {
        CheckRequest request = CheckRequest.of(incoming, callers, gate.policy());
        counters.require(incoming, request.key(), !request.byDefault());
        return request;
    }

    private static CompletionStage<Verdict> ask(
            CheckRequest request, Function<Request, CompletionStage<Verdict>> gate) {
        try {
            return gate.apply(request.asRequest());
        } catch (TooManyPermitsException tooMany) {
            throw CheckRequest.badPermits(tooMany.most());
        }
    }

    private CompletionStage<Reply> remaining(Incoming incoming) {
        CheckRequest request = read(incoming);
        return ask(request, key -> gate.peek(request.policy(), key))
                .thenApply(verdict -> CheckReply.remaining(request, verdict, headers));
    }

    private CompletionStage<Reply> reset(Incoming incoming) {
        CheckRequest request = read(incoming);
        return gate.forget(request.policy(), new Subject("key", request.key()))
                .handle((forgotten, failure) -> failure == null ? Reply.noContent() : notForgotten(failure));
    }

    private static Reply notForgotten(Throwable failure) {
        LOG.warn("A reset failed: {}", String.valueOf(Endpoint.cause(failure).getMessage()));
        return Reply.problem(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "the store does not answer, so the key may be as it was; try again");
    }
}
