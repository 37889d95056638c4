package io.weir.service.guard.block;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockRegistry;
import io.weir.http.internal.JsonObject;
import io.weir.limit.Rate;
import io.weir.policy.rule.Subject;
import io.weir.service.access.Access;
import io.weir.service.guard.CallAuthor;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/v1/guard/blocks}: administrators see, make and end blocks. */
public final class BlocksApi implements Endpoints {

    private static final Logger LOG = LoggerFactory.getLogger(BlocksApi.class);
    private static final String PATH = "/api/v1/guard/blocks";
    private static final int MOST_BYTES = 8_000;
    private static final int MOST_REASON = 500;
    private static final String SUBJECT = "subject";

    private final BlockRegistry blocks;
    private final Access access;

    public BlocksApi(BlockRegistry blocks, Access access) {
        this.blocks = blocks;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::list),
                new Endpoint(PATH, HttpMethod.PUT, access::allowsChange, this::add).withBody(MOST_BYTES),
                new Endpoint(PATH, HttpMethod.DELETE, access::allowsChange, this::remove));
    }

    private CompletionStage<Reply> list(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        String all = blocks.inForce().stream().map(BlocksApi::json).collect(Collectors.joining(",", "[", "]"));
        return CompletableFuture.completedStage(
                Reply.json(new JsonObject().addJson("blocks", all).close()));
    }

    private CompletionStage<Reply> add(Incoming incoming) {
        String by = CallAuthor.of(incoming, Query.of(incoming.target(), List.of(CallAuthor.BY)));
        JsonFields fields = JsonFields.of(incoming.body()).only(List.of(SUBJECT, "for", "reason"));
        Subject subject = subject(fields.text(SUBJECT).orElse(""));
        Duration time = time(fields.text("for").orElse(""));
        String reason = fields.text("reason").orElse("by an administrator");
        if (reason.length() > MOST_REASON) {
            throw fields.wrong("reason", "must have at most " + MOST_REASON + " characters");
        }
        try {
            return orUnavailable(blocks.add(subject, time, reason, by).thenApply(block -> Reply.json(json(block))));
        } catch (IllegalArgumentException impossible) {
            throw new BadRequest(SUBJECT, "cannot be used: " + impossible.getMessage());
        }
    }

    private CompletionStage<Reply> remove(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of(SUBJECT, CallAuthor.BY));
        String given = query.get(SUBJECT);
        Subject subject = subject(given == null ? "" : given);
        return orUnavailable(blocks.remove(subject, CallAuthor.of(incoming, query))
                .thenApply(ended -> ended
                        ? Reply.noContent()
                        : Reply.problem(HttpResponseStatus.NOT_FOUND, subject + " is not blocked")));
    }

    private static Subject subject(String text) {
        try {
            return Subject.parse(text);
        } catch (IllegalArgumentException unreadable) {
            throw new BadRequest(SUBJECT, "must be a subject such as ip:192.0.2.1, cidr:192.0.2.0/24 or user:42");
        }
    }

    private static Duration time(String text) {
        try {
            return Rate.parse("1 per " + text).period();
        } catch (IllegalArgumentException unreadable) {
            throw new BadRequest("for", "must be a duration such as 15min, 1h or 7days");
        }
    }

    private static CompletionStage<Reply> orUnavailable(CompletionStage<Reply> reply) {
        return reply.exceptionally(failure -> {
            LOG.warn("A block could not be changed", failure);
            return Reply.problem(
                    HttpResponseStatus.SERVICE_UNAVAILABLE, "the blocks cannot be changed now; nothing was changed");
        });
    }

    private static String json(Block block) {
        JsonObject json = new JsonObject()
                .add(SUBJECT, block.subject().toString())
                .add("since", block.since().toString())
                .add("until", block.until().toString())
                .add("reason", block.reason())
                .add("by", block.by());
        block.rule().ifPresent(rule -> json.add("rule", rule));
        json.add("action", block.action().word());
        return json.close();
    }
}
