package io.weir.service.api;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.audit.AuditKind;
import io.weir.live.Author;
import io.weir.live.FollowedPolicy;
import io.weir.live.LivePolicy;
import io.weir.live.PolicyEditor;
import io.weir.live.revision.Revision;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.Gate;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.internal.read.OwnLimits;
import io.weir.service.access.Access;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** {@code /api/v1/policies} and the paths below: shows and changes the policy for callers with the admin token. */
public final class PolicyApi implements Endpoints {

    private static final String PATH = "/api/v1/policies";
    private static final int MOST_POLICY_BYTES = 4_000_000;
    private static final int MOST_BODY_BYTES = 16_000;
    private static final String AS_WRITTEN = "as-written";

    private final FollowedPolicy source;
    private final Gate gate;
    private final Access access;
    private final AuditedChanges audit;

    public PolicyApi(FollowedPolicy source, Gate gate, Access access, AuditedChanges audit) {
        this.source = source;
        this.gate = gate;
        this.access = access;
        this.audit = audit;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                endpoint("", HttpMethod.GET, this::show),
                endpoint("", HttpMethod.PUT, audit.recorded(AuditKind.POLICY_PUSHED, this::push))
                        .withBody(MOST_POLICY_BYTES),
                endpoint("/history", HttpMethod.GET, this::history),
                endpoint("/rollback", HttpMethod.POST, audit.recorded(AuditKind.POLICY_ROLLED_BACK, this::rollBack))
                        .withBody(MOST_BODY_BYTES),
                endpoint("/mode", HttpMethod.PUT, audit.recorded(AuditKind.POLICY_MODE, this::switchMode))
                        .withBody(MOST_BODY_BYTES),
                endpoint("/overrides", HttpMethod.PUT, audit.recorded(AuditKind.POLICY_OVERRIDE, this::override))
                        .withBody(MOST_BODY_BYTES),
                endpoint("/overrides", HttpMethod.DELETE, audit.recorded(AuditKind.POLICY_OVERRIDE, this::endOverride)),
                endpoint("/reset", HttpMethod.POST, audit.recorded(AuditKind.POLICY_RESET, this::reset))
                        .withBody(MOST_BODY_BYTES));
    }

    private Endpoint endpoint(String below, HttpMethod method, Function<Incoming, CompletionStage<Reply>> answer) {
        Predicate<Incoming> mayCall = method.equals(HttpMethod.GET) ? access::allowsReading : access::allowsChange;
        return new Endpoint(PATH + below, method, mayCall, answer);
    }

    private CompletionStage<Reply> show(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        return CompletableFuture.completedStage(PolicyReplies.tagged(
                PolicyJson.of(source), source.status().document().version()));
    }

    private CompletionStage<Reply> history(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        return CompletableFuture.completedStage(PolicyReplies.tagged(
                PolicyJson.history(source.status().document()),
                source.status().document().version()));
    }

    private CompletionStage<Reply> push(Incoming incoming) {
        Author author = PolicyRequest.author(incoming);
        return changed(editor -> editor.push(author, PolicyRequest.files(incoming)));
    }

    private CompletionStage<Reply> rollBack(Incoming incoming) {
        Author author = PolicyRequest.author(incoming);
        JsonFields fields = PolicyRequest.fields(incoming).only(List.of("to"));
        OptionalLong to = fields.wholeNumber("to").map(OptionalLong::of).orElseGet(OptionalLong::empty);
        return changed(editor -> editor.rollBack(author, to));
    }

    private CompletionStage<Reply> switchMode(Incoming incoming) {
        Author author = PolicyRequest.author(incoming);
        JsonFields fields = PolicyRequest.fields(incoming).only(List.of("mode", "rule"));
        String word = PolicyRequest.required(fields, "mode", "enforce, shadow or off");
        Optional<String> rule = fields.text("rule");
        if (rule.isPresent() && word.equals(AS_WRITTEN)) {
            return changed(editor -> editor.switchRule(author, rule.get(), Optional.empty()));
        }
        Mode mode = PolicyRequest.mode(word)
                .orElseThrow(() -> new BadRequest(
                        "mode",
                        rule.isPresent()
                                ? "must be enforce, shadow, off or as-written"
                                : "must be enforce, shadow or off"));
        return changed(editor -> rule.isPresent()
                ? editor.switchRule(author, rule.get(), Optional.of(mode))
                : editor.switchAll(author, mode));
    }

    private CompletionStage<Reply> override(Incoming incoming) {
        Author author = PolicyRequest.author(incoming);
        SubjectOverride override = PolicyRequest.override(incoming, author);
        return changed(editor -> editor.override(author, override));
    }

    private CompletionStage<Reply> endOverride(Incoming incoming) {
        Author author = PolicyRequest.author(incoming, "subject", "rule");
        Query query = PolicyRequest.query(incoming, "subject", "rule");
        String subject = query.get("subject");
        if (subject == null) {
            throw new BadRequest("subject", "must be given, such as tenant:acme");
        }
        return changed(editor -> editor.endOverride(author, subject, Optional.ofNullable(query.get("rule"))));
    }

    private CompletionStage<Reply> reset(Incoming incoming) {
        JsonFields fields = PolicyRequest.fields(incoming).only(List.of("subject"));
        String named = PolicyRequest.required(fields, "subject", "a text such as tenant:acme");
        return PolicyReplies.orProblem(() -> {
            Subject subject = new OwnLimits(gate.policy()).subject(named);
            if (gate.policy().rules().stream()
                    .noneMatch(rule -> rule.per().types().contains(subject.type()))) {
                throw new BadRequest("subject", "must be what a rule counts, and none counts by " + subject.type());
            }
            return gate.forget(subject).handle((done, failure) -> failure == null ? Reply.noContent() : notForgotten());
        });
    }

    private static Reply notForgotten() {
        return Reply.problem(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "the store does not answer, so the subject may be as it was; try again");
    }

    private CompletionStage<Reply> changed(Function<PolicyEditor, CompletionStage<Revision>> change) {
        if (!(source instanceof LivePolicy live)) {
            return CompletableFuture.completedStage(
                    Reply.problem(
                            HttpResponseStatus.CONFLICT,
                            "a file owns the policy (--policy-source file): change that file, and it is in force within a second"));
        }
        Optional<Revision> before = live.status().revision();
        return PolicyReplies.orProblem(() -> change.apply(live.editor()).thenApply(revision -> {
            Map<String, Object> json = PolicyJson.of(revision);
            if (before.filter(revision::equals).isPresent()) {
                json.put("unchanged", true);
            }
            return PolicyReplies.tagged(json, revision.number());
        }));
    }
}
