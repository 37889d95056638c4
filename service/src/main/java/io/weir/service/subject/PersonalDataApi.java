package io.weir.service.subject;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.key.InvalidFieldException;
import io.weir.live.Author;
import io.weir.policy.Gate;
import io.weir.service.access.Access;
import io.weir.service.guard.CallAuthor;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /api/v1/subjects/export} and {@code /erase}: all that is kept of a person, in one call. Both are for administrators: whoever
 * watches a dashboard need not know people. The names are in the body, because addresses of requests get into logs of proxies.
 */
public final class PersonalDataApi implements Endpoints {

    private static final Logger LOG = LoggerFactory.getLogger(PersonalDataApi.class);
    private static final String PATH = "/api/v1/subjects";
    private static final String SUBJECTS = "subjects";
    private static final String REASON = "reason";
    private static final int MOST_BYTES = 16_000;

    private final Gate gate;
    private final List<KeptPlace> places;
    private final Access access;
    private final AuditedChanges audit;

    /** @param places in the order in which they are erased */
    PersonalDataApi(Gate gate, List<KeptPlace> places, Access access, AuditedChanges audit) {
        this.gate = gate;
        this.places = places;
        this.access = access;
        this.audit = audit;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH + "/export", HttpMethod.POST, access::allowsChange, this::export)
                        .withBody(MOST_BYTES),
                new Endpoint(PATH + "/erase", HttpMethod.POST, access::allowsChange, this::erase).withBody(MOST_BYTES));
    }

    private CompletionStage<Reply> export(Incoming incoming) {
        return orProblem(
                forAll(incoming, AuditKind.SUBJECT_EXPORTED, (place, name, author) -> place.show(name)),
                "the data could not be read");
    }

    private CompletionStage<Reply> erase(Incoming incoming) {
        return orProblem(
                forAll(incoming, AuditKind.SUBJECT_ERASED, KeptPlace::erase), "not everything may have been erased");
    }

    /** What is done with one name at one place. */
    private interface Step {
        CompletionStage<Map<String, Object>> take(KeptPlace place, PersonName name, Author author);
    }

    private CompletionStage<Reply> forAll(Incoming incoming, AuditKind kind, Step step) {
        Author author = author(incoming);
        List<PersonName> names = names(incoming);
        CompletionStage<List<Object>> done = CompletableFuture.completedStage(new ArrayList<>());
        for (PersonName name : names) {
            done = done.thenCompose(all -> everywhere(name, (place, each) -> step.take(place, each, author))
                    .thenApply(found -> {
                        all.add(found);
                        audit.record(kind, author.by(), author.reason(), name.text());
                        return all;
                    }));
        }
        return done.thenApply(all -> Reply.json(JsonMapper.shared().writeValueAsString(Map.of(SUBJECTS, all))));
    }

    private CompletionStage<Map<String, Object>> everywhere(
            PersonName name, BiFunction<KeptPlace, PersonName, CompletionStage<Map<String, Object>>> step) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", name.text());
        CompletionStage<Map<String, Object>> done = CompletableFuture.completedStage(json);
        for (KeptPlace place : places) {
            done = done.thenCompose(all -> step.apply(place, name).thenApply(found -> {
                all.putAll(found);
                return all;
            }));
        }
        return done;
    }

    /** Checks all names before anything is done with one of them. */
    private List<PersonName> names(Incoming incoming) {
        JsonFields fields = JsonFields.of(incoming.body()).only(List.of(SUBJECTS));
        List<PersonName> names = PersonName.of(fields.textList(SUBJECTS).orElse(List.of()));
        for (PersonName name : names) {
            SubjectCounters counters = SubjectCounters.of(gate, SUBJECTS, name.text());
            if (name.owner().isEmpty()) {
                counters.unknownKind().ifPresent(why -> {
                    throw new BadRequest(SUBJECTS, why);
                });
            }
        }
        return names;
    }

    private static Author author(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of(CallAuthor.BY, REASON));
        try {
            Author author = Author.of(CallAuthor.of(incoming, query));
            String reason = query.get(REASON);
            return reason == null ? author : author.because(reason);
        } catch (IllegalArgumentException tooLong) {
            throw new BadRequest(CallAuthor.BY, "and reason must be lines of up to 100 and 500 characters");
        }
    }

    private static CompletionStage<Reply> orProblem(CompletionStage<Reply> reply, String what) {
        return reply.exceptionallyCompose(thrown -> {
            Throwable failure = Endpoint.cause(thrown);
            if (failure instanceof BadRequest) {
                return CompletableFuture.failedStage(failure);
            }
            if (failure instanceof InvalidFieldException invalid) {
                return CompletableFuture.failedStage(new BadRequest(SUBJECTS, "has a wrong " + invalid.getMessage()));
            }
            LOG.warn("Personal data: {}", what, failure);
            return CompletableFuture.completedStage(Reply.problem(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    what + ", because something does not answer; repeat the call, which does no harm"));
        });
    }
}
