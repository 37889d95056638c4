package io.weir.service.guard.audit;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditHead;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.audit.AuditUnavailableException;
import io.weir.guard.audit.AuditVerification;
import io.weir.guard.audit.AuditVerifier;
import io.weir.http.internal.JsonObject;
import io.weir.service.access.Access;
import io.weir.service.guard.CallAuthor;
import io.weir.service.guard.GuardClosedException;
import io.weir.service.guard.OpenGuard;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/audit} and the paths below: shows, exports and verifies the audit for administrators. */
public final class AuditApi implements Endpoints {

    private static final String PATH = "/api/v1/audit";
    private static final List<String> PARAMETERS = List.of("after", "kind", "subject", "actor", "from", "to", "limit");
    private static final Pattern QUARTER = Pattern.compile("[0-9]{4}Q[1-4]");
    private static final int USUAL = 100;
    private static final int MOST = 1_000;
    private static final int MOST_DIGITS = 15;

    private final ServiceGuard guard;
    private final Access access;

    public AuditApi(ServiceGuard guard, Access access) {
        this.guard = guard;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::list),
                new Endpoint(PATH + "/export", HttpMethod.GET, access::allowsReading, this::export).thatStreams(),
                new Endpoint(PATH + "/verify", HttpMethod.GET, access::allowsReading, this::verify),
                new Endpoint(PATH + "/forget", HttpMethod.POST, access::allowsChange, this::forget));
    }

    private CompletionStage<Reply> list(Incoming incoming) {
        Query query = Query.of(incoming.target(), PARAMETERS);
        AuditFilter filter = filter(query);
        long after = number(query, "after", 0, Long.MAX_VALUE);
        int most = (int) number(query, "limit", USUAL, MOST);
        return ask(open -> {
            List<AuditRow> rows = open.database().audit().read(filter, after, most);
            String all = rows.stream().map(AuditRow::json).collect(Collectors.joining(",", "[", "]"));
            return Reply.json(new JsonObject().addJson("rows", all).close());
        });
    }

    private CompletionStage<Reply> export(Incoming incoming) {
        Query query = Query.of(incoming.target(), PARAMETERS);
        AuditFilter filter = filter(query);
        long after = number(query, "after", 0, Long.MAX_VALUE);
        long most = number(query, "limit", Long.MAX_VALUE, Long.MAX_VALUE);
        return orProblem(new StreamedRows(guard, filter).reply(after, most));
    }

    private CompletionStage<Reply> verify(Incoming incoming) {
        String head = Query.of(incoming.target(), List.of("head")).get("head");
        Optional<AuditHead> known = Optional.ofNullable(head).map(AuditApi::head);
        return ask(open -> {
            AuditVerifier verifier =
                    new AuditVerifier(open.database().audit(), open.database().chain());
            return Reply.json(json(known.map(verifier::verify).orElseGet(verifier::verify)));
        });
    }

    /** Destroys the key of a quarter's pseudonyms. */
    private CompletionStage<Reply> forget(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of("quarter", CallAuthor.BY, "reason"));
        String quarter = query.get("quarter");
        if (quarter == null || !QUARTER.matcher(quarter).matches()) {
            throw new BadRequest("quarter", "must be a quarter of a year, such as 2026Q1");
        }
        AuditEvent event =
                AuditEvent.of(Instant.now(), AuditKind.AUDIT_ERASED, CallAuthor.of(incoming, query), quarter);
        String reason = query.get("reason");
        AuditEvent recorded = reason == null ? event : event.withDetail("reason", reason);
        return ask(open -> open.database().pseudonymKeys().destroy(quarter, recorded)
                ? Reply.noContent()
                : Reply.problem(
                        HttpResponseStatus.NOT_FOUND,
                        "there is no key for pseudonyms of " + quarter + "; there is one for "
                                + String.join(
                                        ", ", open.database().pseudonymKeys().quarters())));
    }

    private static AuditHead head(String text) {
        try {
            return AuditHead.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new BadRequest("head", "must be a head of the audit as the log has it, such as 8123:v1:30f4…");
        }
    }

    private static String json(AuditVerification found) {
        JsonObject json = new JsonObject()
                .add("ok", found.isIntact())
                .add("from", found.from())
                .add("to", found.to());
        found.broken().ifPresent(link -> json.add("seq", link.seq()).add("problem", link.problem()));
        return json.close();
    }

    private static AuditFilter filter(Query query) {
        AuditFilter filter = AuditFilter.ALL;
        String kind = query.get("kind");
        String subject = query.get("subject");
        String actor = query.get("actor");
        Instant from = time(query, "from");
        Instant until = time(query, "to");
        filter = kind == null ? filter : filter.withKind(kind);
        filter = subject == null ? filter : filter.withSubject(subject);
        filter = actor == null ? filter : filter.withActor(actor);
        filter = from == null ? filter : filter.withFrom(from);
        return until == null ? filter : filter.withUntil(until);
    }

    @Nullable
    private static Instant time(Query query, String name) {
        String text = query.get(name);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException wrong) {
            throw new BadRequest(name, "must be a time such as 2026-12-31T00:00:00Z");
        }
    }

    private static long number(Query query, String name, long usual, long most) {
        String text = query.get(name);
        if (text == null) {
            return usual;
        }
        boolean isNumber = !text.isEmpty()
                && text.length() <= MOST_DIGITS
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        long value = isNumber ? Long.parseLong(text) : -1;
        if (value < (name.equals("limit") ? 1 : 0) || value > most) {
            throw new BadRequest(
                    name,
                    "must be a whole number"
                            + (name.equals("limit")
                                    ? " from 1" + (most < Long.MAX_VALUE ? " to " + most : "")
                                    : " of a row"));
        }
        return value;
    }

    private CompletionStage<Reply> ask(Function<OpenGuard, Reply> question) {
        return orProblem(guard.ask(question));
    }

    private static CompletionStage<Reply> orProblem(CompletionStage<Reply> reply) {
        return reply.exceptionallyCompose(thrown -> {
            Throwable failure =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (failure instanceof AuditUnavailableException) {
                return CompletableFuture.completedStage(Reply.problem(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "the database of the audit cannot be reached; try again later"));
            }
            return failure instanceof GuardClosedException
                    ? CompletableFuture.completedStage(
                            Reply.problem(HttpResponseStatus.SERVICE_UNAVAILABLE, String.valueOf(failure.getMessage())))
                    : CompletableFuture.failedStage(failure);
        });
    }
}
