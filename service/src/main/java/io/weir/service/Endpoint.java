package io.weir.service;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of the REST interface: where it is, who may make it, and what it answers. */
record Endpoint(
        String path,
        HttpMethod method,
        Predicate<@Nullable String> mayCall,
        Function<Incoming, CompletionStage<Reply>> answer) {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    /** The answer, or what is wrong with the request; never fails. */
    CompletableFuture<Reply> reply(Incoming request) {
        if (!request.method().equals(method)) {
            return refused(
                    HttpResponseStatus.METHOD_NOT_ALLOWED, "send " + method, HttpHeaderNames.ALLOW, method.name());
        }
        if (!mayCall.test(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
            String detail = "send the token as Authorization: Bearer …";
            return refused(HttpResponseStatus.UNAUTHORIZED, detail, HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        try {
            return answer.apply(request).exceptionally(Endpoint::failure).toCompletableFuture();
        } catch (BadRequest bad) {
            return CompletableFuture.completedFuture(Reply.of(bad));
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(failure(failure));
        }
    }

    private static CompletableFuture<Reply> refused(
            HttpResponseStatus status, String detail, CharSequence header, String value) {
        Reply reply = Reply.problem(status, detail);
        reply.headers().set(header, value);
        return CompletableFuture.completedFuture(reply);
    }

    private static Reply failure(Throwable failure) {
        LOG.error("A check failed", failure);
        return Reply.problem(HttpResponseStatus.INTERNAL_SERVER_ERROR, "the check failed; the log says why");
    }
}
