package io.weir.service.api;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.live.ConflictException;
import io.weir.live.UnavailableException;
import io.weir.live.revision.Revision;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.service.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** Replies to changes of the policy. */
final class PolicyReplies {

    private PolicyReplies() {}

    /** Adds the version as the ETag, by which a later change can name the version it expects. */
    static Reply tagged(Map<String, ?> body, long version) {
        Reply reply = Reply.json(JsonMapper.shared().writeValueAsString(body));
        reply.headers().set(HttpHeaderNames.ETAG, "\"" + version + "\"");
        return reply;
    }

    static CompletionStage<Reply> orProblem(Supplier<CompletionStage<Reply>> call) {
        CompletionStage<Reply> answer;
        try {
            answer = call.get();
        } catch (InvalidPolicyException invalid) {
            answer = CompletableFuture.failedStage(invalid);
        }
        return answer.exceptionallyCompose(thrown -> {
            Throwable failure =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (failure instanceof InvalidPolicyException invalid) {
                return CompletableFuture.completedStage(invalid(invalid.mistakes()));
            }
            if (failure instanceof ConflictException conflict) {
                return CompletableFuture.completedStage(conflict(conflict));
            }
            if (failure instanceof UnavailableException) {
                return CompletableFuture.completedStage(
                        Reply.problem(HttpResponseStatus.SERVICE_UNAVAILABLE, String.valueOf(failure.getMessage())));
            }
            if (failure instanceof IllegalArgumentException) {
                return CompletableFuture.completedStage(
                        Reply.problem(HttpResponseStatus.BAD_REQUEST, String.valueOf(failure.getMessage())));
            }
            return CompletableFuture.failedStage(failure);
        });
    }

    private static Reply invalid(List<Mistake> mistakes) {
        Mistake first = mistakes.get(0);
        String where = first.file() + (first.line() == 0 ? ": " : ":") + first;
        String detail = mistakes.size() == 1
                ? "nothing was changed, because there is a mistake: " + where
                : "nothing was changed, because there are " + mistakes.size() + " mistakes, the first: " + where;
        Map<String, Object> more = new LinkedHashMap<>();
        if (first.line() == 0) {
            more.put("field", first.file());
        }
        more.put("mistakes", mistakes);
        return problem(HttpResponseStatus.BAD_REQUEST, detail, more);
    }

    private static Reply conflict(ConflictException conflict) {
        Revision present = conflict.present();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("version", present.number());
        more.put("by", present.by());
        more.put("at", present.at().toString());
        more.put("change", present.change());
        return problem(
                HttpResponseStatus.CONFLICT,
                "nothing was changed, because another change came first: " + conflict.getMessage()
                        + "; look at it and try again",
                more);
    }

    private static Reply problem(HttpResponseStatus status, String detail, Map<String, ?> more) {
        Map<String, String> json = new LinkedHashMap<>();
        more.forEach((name, value) -> json.put(name, JsonMapper.shared().writeValueAsString(value)));
        return Reply.problem(status, detail, json);
    }
}
