package io.weir.service.subject;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.RateLimiter;
import io.weir.guard.audit.AuditKind;
import io.weir.limit.Limit;
import io.weir.metrics.subjects.RecentDenials;
import io.weir.metrics.subjects.RecentDenials.Denial;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.metrics.subjects.TopSubjects.Hot;
import io.weir.metrics.subjects.TopSubjects.Top;
import io.weir.policy.Gate;
import io.weir.policy.rule.Subject;
import io.weir.service.access.Access;
import io.weir.service.api.CheckRequest;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.service.observe.Observability;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /api/v1/subjects} and the paths below, for callers with the admin token: the counters of one subject, the subjects with
 * most requests and most denials at this instance, and the last denials.
 */
public final class SubjectsApi implements Endpoints {

    private static final Logger LOG = LoggerFactory.getLogger(SubjectsApi.class);
    private static final String PATH = "/api/v1/subjects";
    private static final int MOST = 100;
    private static final int USUAL = 10;

    private final Gate gate;
    private final TopSubjects subjects;
    private final RecentDenials denials;
    private final Access access;
    private final AuditedChanges audit;
    private final RateLimiter reveals = RateLimiter.of(Limit.parse("1/min"));

    public SubjectsApi(Gate gate, Observability observability, Access access, AuditedChanges audit) {
        this.gate = gate;
        this.subjects = observability.subjects();
        this.denials = observability.rejections().recent();
        this.access = access;
        this.audit = audit;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::show),
                new Endpoint(
                        PATH,
                        HttpMethod.DELETE,
                        access::allowsChange,
                        audit.recorded(AuditKind.POLICY_RESET, this::reset)),
                new Endpoint(PATH + "/top", HttpMethod.GET, access::allowsReading, this::top),
                new Endpoint(PATH + "/denials", HttpMethod.GET, access::allowsReading, this::denials));
    }

    private static String subject(Query query) {
        String given = query.get("subject");
        if (given == null) {
            throw new BadRequest("subject", "must be given, such as user:42");
        }
        return CheckRequest.valid("subject", given);
    }

    /** Completes with a rejection if nothing is known of a subject and its kind is none that is counted. */
    private static CompletionStage<SubjectCounters> known(SubjectCounters counters, boolean isDenied) {
        Optional<String> mistake = isDenied ? Optional.empty() : counters.unknownKind();
        if (mistake.isEmpty()) {
            return CompletableFuture.completedStage(counters);
        }
        return counters.show().thenApply(found -> {
            if (found.isEmpty()) {
                throw new BadRequest("subject", mistake.get());
            }
            return counters;
        });
    }

    private CompletionStage<SubjectCounters> known(SubjectCounters counters) {
        return known(counters, denialsOf(counters).findAny().isPresent());
    }

    private SubjectCounters counters(Query query) {
        return new SubjectCounters(gate, gate.policy(), subject(query));
    }

    private CompletionStage<Reply> show(Incoming incoming) {
        SubjectCounters counters = counters(Query.of(incoming.target(), List.of("subject")));
        return known(counters).thenCompose(SubjectCounters::show).thenApply(found -> {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("subject", counters.text());
            body.put("counters", found.stream().map(SubjectJson::of).toList());
            body.put("together", counters.together());
            body.put("denials", denialsOf(counters).map(SubjectJson::of).toList());
            return json(body);
        });
    }

    private CompletionStage<Reply> reset(Incoming incoming) {
        return known(counters(Query.of(incoming.target(), List.of("subject"))))
                .thenCompose(known -> known.reset()
                        .handle((done, failure) -> failure == null
                                ? Reply.noContent()
                                : Reply.problem(
                                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                                        "the store does not answer, so the subject may be as it was; try again")));
    }

    private CompletionStage<Reply> top(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of("limit", "names", "by"));
        SubjectNames names = names(query);
        Top top = subjects.top(number(query.get("limit")), SubjectNames.SHOWN);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("windowSeconds", TopSubjects.WINDOW.toSeconds());
        body.put("hashed", names == SubjectNames.HASHED);
        body.put(
                "requests", top.requests().stream().map(hot -> json(hot, names)).toList());
        body.put(
                "rejected",
                top.rejected().stream().map(hot -> rejected(hot, names)).toList());
        return CompletableFuture.completedStage(json(body));
    }

    private CompletionStage<Reply> denials(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of("subject", "limit", "names", "by"));
        String named = query.get("subject");
        // A caller that knows a name learns nothing new from observability it.
        SubjectNames names = named == null ? names(query) : SubjectNames.SHOWN;
        int most = number(query.get("limit"));
        CompletionStage<Stream<Denial>> found = named == null
                ? CompletableFuture.completedStage(denials.newest(most).stream())
                : known(counters(query)).thenApply(this::denialsOf);
        return found.thenApply(all -> {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("hashed", names == SubjectNames.HASHED);
            body.put(
                    "denials",
                    all.limit(most).map(denial -> SubjectJson.of(denial, names)).toList());
            return json(body);
        });
    }

    private Stream<Denial> denialsOf(SubjectCounters counters) {
        return counters.subjects().stream().flatMap(subject -> denials.of(subject).stream());
    }

    /** The way to name subjects. A caller that asks for names in place of hashes is logged, once a minute. */
    private SubjectNames names(Query query) {
        String wanted = query.get("names");
        if (wanted == null || subjects.names() == SubjectNames.SHOWN) {
            return subjects.names();
        }
        if (!wanted.equals("shown")) {
            throw new BadRequest("names", "must be left out, or be shown");
        }
        String by = Optional.ofNullable(query.get("by")).orElse("somebody with the admin token");
        if (reveals.tryAcquire(by).allowed()) {
            LOG.warn("The names of subjects were shown to {}", by);
        }
        return SubjectNames.SHOWN;
    }

    private static int number(@Nullable String text) {
        if (text == null) {
            return USUAL;
        }
        if (text.matches("[0-9]{1,3}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST) {
            return Integer.parseInt(text);
        }
        throw new BadRequest("limit", "must be a whole number from 1 to " + MOST);
    }

    private static Reply json(Map<String, Object> body) {
        return Reply.json(JsonMapper.shared().writeValueAsString(body));
    }

    private static Map<String, Object> json(Hot hot, SubjectNames names) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", names.of(hot.subject()));
        json.put("perSecond", Math.round(hot.perSecond() * 10) / 10.0);
        return json;
    }

    /** Adds the rule that denied the subject last. */
    private Map<String, Object> rejected(Hot hot, SubjectNames names) {
        Map<String, Object> json = json(hot, names);
        int colon = hot.subject().indexOf(':');
        Subject subject =
                new Subject(hot.subject().substring(0, colon), hot.subject().substring(colon + 1));
        denials.of(subject).stream().findFirst().ifPresent(denial -> json.put("rule", denial.rule()));
        return json;
    }
}
