package io.weir.service.guard.audit;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.service.guard.CallAuthor;
import io.weir.service.guard.OpenGuard;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Records what administrators change outside of the database, after it was changed. Recording never waits, so that the kill switch
 * works while the database is away.
 */
public record AuditedChanges(ServiceGuard guard) {

    private static final int SUCCESS = 2;
    private static final String API_KEY = "api-key:key_";
    private static final List<String> PARAMETERS =
            List.of("by", "reason", "subject", "rule", "key", "algorithm", "permits");

    /** The same call, which is recorded if it succeeds. */
    public Function<Incoming, CompletionStage<Reply>> recorded(
            AuditKind kind, Function<Incoming, CompletionStage<Reply>> call) {
        return incoming -> call.apply(incoming).thenApply(reply -> {
            if (reply.status().code() / 100 == SUCCESS) {
                guard.opened().ifPresent(opened -> opened.trail().record(event(kind, incoming, reply, opened)));
            }
            return reply;
        });
    }

    /** Records what was done with a subject, which is named by its pseudonym. */
    public void record(AuditKind kind, String by, Optional<String> reason, String subject) {
        guard.opened().ifPresent(opened -> {
            AuditEvent event = AuditEvent.of(Instant.now(), kind, by, shown(subject, opened));
            opened.trail()
                    .record(reason.map(text -> event.withDetail("reason", text)).orElse(event));
        });
    }

    private static AuditEvent event(AuditKind kind, Incoming incoming, Reply reply, OpenGuard opened) {
        Query query = query(incoming);
        String subject = subject(query).map(name -> shown(name, opened)).orElse("policy");
        AuditEvent event = AuditEvent.of(Instant.now(), kind, CallAuthor.of(incoming, query), subject);
        String reason = query.get("reason");
        String version = reply.headers().get(HttpHeaderNames.ETAG);
        event = reason == null ? event : event.withDetail("reason", reason);
        return version == null ? event : event.withDetail("version", version.replace("\"", ""));
    }

    /** The caller that a change is about, if it is about one. */
    private static Optional<String> subject(Query query) {
        return Optional.ofNullable(query.get("subject")).or(() -> Optional.ofNullable(query.get("key")));
    }

    /** Only ids of API keys are in the audit as they are, because other names may be those of people. */
    private static String shown(String subject, OpenGuard opened) {
        return subject.startsWith(API_KEY) ? subject : opened.pseudonyms().account(subject);
    }

    private static Query query(Incoming incoming) {
        try {
            return Query.of(incoming.target(), PARAMETERS);
        } catch (BadRequest unknown) {
            return Query.of("", PARAMETERS);
        }
    }
}
