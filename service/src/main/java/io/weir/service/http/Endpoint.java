package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.key.verify.KeyVerification;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call of the REST interface: its path, who may make it, and its reply.
 *
 * @param mostBodyBytes the length that a body may have; 0 if no body is read
 * @param streams whether replies may have a {@linkplain ReplyBody#parts body in parts}
 */
public record Endpoint(
        String path,
        HttpMethod method,
        Predicate<Incoming> mayCall,
        Function<Incoming, CompletionStage<Reply>> answer,
        int mostBodyBytes,
        boolean streams) {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    /** An endpoint that reads no body. */
    public Endpoint(
            String path,
            HttpMethod method,
            Predicate<Incoming> mayCall,
            Function<Incoming, CompletionStage<Reply>> answer) {
        this(path, method, mayCall, answer, 0, false);
    }

    public Endpoint withBody(int mostBytes) {
        return new Endpoint(path, method, mayCall, answer, mostBytes, streams);
    }

    public Endpoint thatStreams() {
        return new Endpoint(path, method, mayCall, answer, mostBodyBytes, true);
    }

    public boolean readsABody() {
        return mostBodyBytes > 0;
    }

    /** The rejection of a request by its head, before its body is read; empty if there is nothing wrong. */
    Optional<Reply> refusal(Incoming head) {
        if (!head.method().equals(method)) {
            return Optional.of(notAllowed(List.of(this)));
        }
        try {
            return mayCall.test(head) ? Optional.empty() : Optional.of(unauthorized(whatIsWrong(head)));
        } catch (Forbidden lacksScope) {
            return Optional.of(Reply.problem(HttpResponseStatus.FORBIDDEN, lacksScope.detail()));
        }
    }

    private static String whatIsWrong(Incoming head) {
        KeyVerification key = head.key();
        if (key != null) {
            return "the API key is " + key.code().text();
        }
        return head.authorization() == null ? "send the token as Authorization: Bearer …" : "wrong token";
    }

    /** The reply to a method that no endpoint of the path has. */
    static Reply notAllowed(List<Endpoint> some) {
        List<String> methods = some.stream().map(each -> each.method().name()).toList();
        Reply reply = Reply.problem(HttpResponseStatus.METHOD_NOT_ALLOWED, "send " + String.join(" or ", methods));
        reply.headers().set(HttpHeaderNames.ALLOW, String.join(", ", methods));
        return reply;
    }

    /**
     * The reply, or the rejection of the request; never fails. Cancelling it, because the client is gone, cancels the answer to a
     * request with a body.
     */
    public CompletableFuture<Reply> reply(Incoming request) {
        Optional<Reply> refusal = refusal(request);
        if (refusal.isPresent()) {
            return CompletableFuture.completedFuture(refusal.get());
        }
        try {
            CompletableFuture<Reply> running = answer.apply(request).toCompletableFuture();
            if (running.isDone() && !running.isCompletedExceptionally()) {
                return running;
            }
            CompletableFuture<Reply> reply = running.exceptionally(Endpoint::failure);
            if (readsABody() && !reply.isDone()) {
                cancelWith(reply, running);
            }
            return reply;
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(failure(failure));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private static void cancelWith(CompletableFuture<Reply> reply, CompletableFuture<Reply> running) {
        reply.whenComplete((ready, gone) -> {
            if (reply.isCancelled()) {
                running.cancel(false);
            }
        });
    }

    /**
     * The reply to a body that is too long. The rest of the body is dropped as it arrives, because closing the connection in the
     * middle of it would lose the reply.
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

    /** The failure of a stage without the {@code CompletionException} around it, whose message begins with a class. */
    public static Throwable cause(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    private static Reply failure(Throwable thrown) {
        Throwable failure = cause(thrown);
        if (failure instanceof BadRequest bad) {
            return Reply.of(bad);
        }
        if (failure instanceof Forbidden forbidden) {
            return Reply.problem(HttpResponseStatus.FORBIDDEN, forbidden.detail());
        }
        LOG.error("A call failed", failure);
        return Reply.problem(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the call failed; the log says why");
    }
}
