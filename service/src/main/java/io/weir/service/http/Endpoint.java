package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call of the REST interface: where it is, who may make it, and what it answers.
 *
 * @param mostBodyBytes how long a body may be; 0 if none is read, whatever is sent
 */
public record Endpoint(
        String path,
        HttpMethod method,
        Predicate<@Nullable String> mayCall,
        Function<Incoming, CompletionStage<Reply>> answer,
        int mostBodyBytes) {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    /** One that reads no body. */
    public Endpoint(
            String path,
            HttpMethod method,
            Predicate<@Nullable String> mayCall,
            Function<Incoming, CompletionStage<Reply>> answer) {
        this(path, method, mayCall, answer, 0);
    }

    public Endpoint withBody(int mostBytes) {
        return new Endpoint(path, method, mayCall, answer, mostBytes);
    }

    public boolean readsABody() {
        return mostBodyBytes > 0;
    }

    /** What is wrong with the request, as far as its head tells: before anybody reads its body. */
    Optional<Reply> refusal(Incoming head) {
        if (!head.method().equals(method)) {
            return Optional.of(notAllowed(List.of(this)));
        }
        if (!mayCall.test(head.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            return Optional.of(unauthorized(
                    head.headers().contains(HttpHeaderNames.AUTHORIZATION)
                            ? "wrong token"
                            : "send the token as Authorization: Bearer …"));
        }
        return Optional.empty();
    }

    /** The answer to a method that none of these has, which all have one path. */
    static Reply notAllowed(List<Endpoint> some) {
        List<String> methods = some.stream().map(each -> each.method().name()).toList();
        Reply reply = Reply.problem(HttpResponseStatus.METHOD_NOT_ALLOWED, "send " + String.join(" or ", methods));
        reply.headers().set(HttpHeaderNames.ALLOW, String.join(", ", methods));
        return reply;
    }

    /** The answer, or what is wrong with the request; never fails. */
    public CompletableFuture<Reply> reply(Incoming request) {
        Optional<Reply> refusal = refusal(request);
        if (refusal.isPresent()) {
            return CompletableFuture.completedFuture(refusal.get());
        }
        try {
            return answer.apply(request).exceptionally(Endpoint::failure).toCompletableFuture();
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(failure(failure));
        }
    }

    /**
     * The answer to a body that is longer than may be. Its rest is dropped as it comes, for a connection that is closed in the
     * middle of it would take the answer with it.
     */
    public Reply tooLong() {
        return tooLong(mostBodyBytes);
    }

    public static Reply tooLong(int mostBytes) {
        return Reply.problem(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, "send at most " + mostBytes + " bytes as the body");
    }

    static Reply unauthorized(String detail) {
        Reply reply = Reply.problem(HttpResponseStatus.UNAUTHORIZED, detail);
        reply.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        return reply;
    }

    private static Reply failure(Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (failure instanceof BadRequest bad) {
            return Reply.of(bad);
        }
        LOG.error("A call failed", failure);
        return Reply.problem(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the call failed; the log says why");
    }
}
