package io.weir.service.guard.keys;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.admin.KeyConflictException;
import io.weir.guard.key.admin.KeyNotFoundException;
import io.weir.service.guard.GuardClosedException;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Reply;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** Replies to calls about keys. */
final class KeyReplies {

    private KeyReplies() {}

    static Reply json(Map<String, ?> body) {
        return Reply.json(JsonMapper.shared().writeValueAsString(body));
    }

    /** The reply of the call, or the problem that it ends with. */
    static CompletionStage<Reply> orProblem(Supplier<CompletionStage<Reply>> call) {
        CompletionStage<Reply> answer;
        try {
            answer = call.get();
        } catch (InvalidFieldException invalid) {
            answer = CompletableFuture.failedStage(invalid);
        }
        return answer.exceptionallyCompose(thrown -> {
            Throwable failure =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (failure instanceof InvalidFieldException invalid) {
                return CompletableFuture.failedStage(new BadRequest(field(invalid), problem(invalid)));
            }
            if (failure instanceof KeyNotFoundException) {
                return problem(HttpResponseStatus.NOT_FOUND, failure);
            }
            if (failure instanceof KeyConflictException conflict) {
                return CompletableFuture.completedStage(Reply.problem(
                        HttpResponseStatus.CONFLICT,
                        String.valueOf(conflict.getMessage()),
                        Map.of("id", JsonMapper.shared().writeValueAsString(conflict.keyId()))));
            }
            if (failure instanceof KeysUnavailableException || failure instanceof GuardClosedException) {
                return problem(HttpResponseStatus.SERVICE_UNAVAILABLE, failure);
            }
            return CompletableFuture.failedStage(failure);
        });
    }

    private static CompletionStage<Reply> problem(HttpResponseStatus status, Throwable failure) {
        return CompletableFuture.completedStage(Reply.problem(status, String.valueOf(failure.getMessage())));
    }

    /** The field as it is called in JSON. */
    private static String field(InvalidFieldException invalid) {
        return invalid.field().equals("counters") ? "keys" : invalid.field();
    }

    /** The message without the field at its beginning. */
    static String problem(InvalidFieldException invalid) {
        return String.valueOf(invalid.getMessage()).substring(invalid.field().length() + 2);
    }
}
