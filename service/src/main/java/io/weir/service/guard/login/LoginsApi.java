package io.weir.service.guard.login;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.RateLimiter;
import io.weir.classify.IpAddress;
import io.weir.guard.login.LoginAttempt;
import io.weir.guard.login.LoginDecision;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginOutcome;
import io.weir.guard.login.LoginReport;
import io.weir.guard.login.LoginStep;
import io.weir.http.ChallengePrompt;
import io.weir.http.HeaderStyle;
import io.weir.http.internal.ChallengeExchange;
import io.weir.http.internal.JsonObject;
import io.weir.limit.Limit;
import io.weir.policy.Action;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.service.access.Access;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/v1/guard/logins}: an application asks before it tries a password, and reports what came of it. */
public final class LoginsApi implements Endpoints {

    private static final String PATH = "/api/v1/guard/logins";
    private static final int MOST_BYTES = 16_000;
    private static final String CHALLENGE = "challenge";
    private static final String PASSED = "challengePassed";
    private static final List<String> FIELDS =
            List.of("account", "ip", "device", "passwordTag", "headers", "step", CHALLENGE, PASSED);

    private static final Logger LOG = LoggerFactory.getLogger(LoginsApi.class);
    private static final String UNGUARDED =
            "no rule of the policy in force guards logins; write guard: {login: {path: /login}} into it";

    private final RateLimiter warnings = RateLimiter.of(Limit.parse("1/min"));
    private final ServiceLogins logins;
    private final ServiceChallenges challenges;
    private final Access access;
    private final HeaderStyle headers;

    public LoginsApi(ServiceLogins logins, ServiceChallenges challenges, Access access, HeaderStyle headers) {
        this.logins = logins;
        this.challenges = challenges;
        this.access = access;
        this.headers = headers;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.POST, access::allowsCheck, this::before).withBody(MOST_BYTES),
                new Endpoint(PATH + "/outcome", HttpMethod.POST, access::allowsCheck, this::after)
                        .withBody(MOST_BYTES));
    }

    private CompletionStage<Reply> before(Incoming incoming) {
        JsonFields fields = JsonFields.of(incoming.body()).only(FIELDS);
        LoginAttempt attempt = attempt(fields);
        Optional<String> token = fields.text(CHALLENGE);
        if (token.isPresent() && attempt.challengePassed()) {
            throw fields.wrong(PASSED, "must be left out beside challenge, which is checked here");
        }
        return logins.ask(guard ->
                token.isPresent() ? answered(guard, attempt, token.get()) : before(guard, attempt, Optional.empty()));
    }

    private CompletionStage<Reply> before(LoginGuard guard, LoginAttempt attempt, Optional<String> token) {
        return guard.before(attempt)
                .thenCompose(decision -> decision.action() == Action.CHALLENGE
                        ? challenged(guard, attempt, token, decision)
                        : CompletableFuture.completedStage(reply(guard, decision)));
    }

    /** Looks first whether the answer has to be checked, so that the attempt is counted and recorded once. */
    private CompletionStage<Reply> answered(LoginGuard guard, LoginAttempt attempt, String token) {
        return guard.look(attempt)
                .thenCompose(decision -> decision.action() == Action.CHALLENGE
                        ? challenged(guard, attempt, Optional.of(token), decision)
                        : before(guard, attempt, Optional.of(token)));
    }

    private CompletionStage<Reply> challenged(
            LoginGuard guard, LoginAttempt attempt, Optional<String> token, LoginDecision decision) {
        return challenges
                .attempt(token, sender(attempt), decision.verdict())
                .thenCompose(tried -> tried.passed()
                        ? before(guard, attempt.withChallengePassed(), Optional.empty())
                        : CompletableFuture.completedStage(challenged(decision, tried)));
    }

    /** The sender of an attempt as the scores of bots know it. */
    private static Request sender(LoginAttempt attempt) {
        return new Request(
                "POST", "", "/", attempt.address(), Caller.ANONYMOUS, attempt.headers(), Optional.empty(), 1);
    }

    private Reply challenged(LoginDecision decision, ServiceChallenges.Attempt tried) {
        Optional<ChallengePrompt> prompt = tried.prompt();
        boolean isUncheckable = prompt.isPresent() && ChallengeExchange.isUncheckable(prompt.get());
        JsonObject json = new JsonObject().add("action", (isUncheckable ? Action.DENY : Action.CHALLENGE).word());
        prompt.flatMap(ChallengePrompt::failed).ifPresent(failed -> json.add("reason", failed.word()));
        decision.verdict().decidingRule().map(Rule::name).ifPresent(rule -> json.add("rule", rule));
        if (isUncheckable) {
            long rest = ChallengeExchange.PROVIDER_REST_SECONDS * 1_000_000L;
            return Reply.json(json.add("retryAfterSeconds", headers.retryAfterSeconds(rest))
                            .close())
                    .denied(rest, headers);
        }
        prompt.ifPresent(known -> json.addJson(CHALLENGE, ChallengeExchange.json(known.offer())));
        return Reply.json(json.close()).withStatus(HttpResponseStatus.FORBIDDEN);
    }

    private static LoginAttempt attempt(JsonFields fields) {
        String account = fields.text("account")
                .orElseThrow(() -> fields.wrong("account", "must be given: the name as it was typed"));
        Optional<IpAddress> address = fields.text("ip")
                .map(text -> IpAddress.parse(text)
                        .orElseThrow(() -> fields.wrong("ip", "must be an address such as 192.0.2.1")));
        LoginAttempt attempt = LoginAttempt.of(account, address).withHeaders(lowerCase(fields.texts("headers")));
        attempt = fields.text("device").map(attempt::withDevice).orElse(attempt);
        attempt = fields.text("passwordTag").map(attempt::withPassword).orElse(attempt);
        attempt = fields.text("step")
                .map(word -> step(fields, word))
                .map(attempt::withStep)
                .orElse(attempt);
        return fields.flag(PASSED).orElse(false) ? attempt.withChallengePassed() : attempt;
    }

    private static LoginStep step(JsonFields fields, String word) {
        List<String> words =
                Arrays.stream(LoginStep.values()).map(LoginStep::word).toList();
        return Arrays.stream(LoginStep.values())
                .filter(step -> step.word().equals(word))
                .findFirst()
                .orElseThrow(() -> fields.wrong("step", "is no step of a login; " + Words.hint(word, words)));
    }

    private static Map<String, String> lowerCase(Map<String, String> given) {
        Map<String, String> lower = new HashMap<>();
        given.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }

    private Reply reply(LoginGuard guard, LoginDecision decision) {
        JsonObject json = new JsonObject().add("action", decision.action().word());
        decision.reason().ifPresent(reason -> json.add("reason", reason.word()));
        decision.verdict().decidingRule().map(Rule::name).ifPresent(rule -> json.add("rule", rule));
        if (isUnguarded(decision)) {
            json.add("warning", UNGUARDED);
            if (warnings.tryAcquire(UNGUARDED).allowed()) {
                LOG.warn("A login was allowed, because {}", UNGUARDED);
            }
        }
        if (decision.allowed()) {
            return Reply.json(json.add("attempt", guard.seal(decision)).close());
        }
        long retryAfterMicros = decision.verdict().retryAfterMicros();
        Reply denied = Reply.json(json.add("retryAfterSeconds", headers.retryAfterSeconds(retryAfterMicros))
                        .close())
                .denied(retryAfterMicros, headers);
        return decision.action() == Action.BLOCKED ? denied.withStatus(HttpResponseStatus.FORBIDDEN) : denied;
    }

    /** Whether no rule had anything to say about an attempt, which is a mistake unless a bypass or a block decided it. */
    private static boolean isUnguarded(LoginDecision decision) {
        Verdict verdict = decision.verdict();
        return verdict.rulings().isEmpty()
                && verdict.bypass().isEmpty()
                && verdict.block().isEmpty();
    }

    private CompletionStage<Reply> after(Incoming incoming) {
        JsonFields fields = JsonFields.of(incoming.body()).only(List.of("attempt", "outcome"));
        String attempt = fields.text("attempt")
                .orElseThrow(() -> fields.wrong("attempt", "must be given: the text of an allowed attempt"));
        LoginOutcome outcome = outcome(fields);
        return logins.ask(guard -> guard.after(attempt, outcome).thenApply(report -> reply(fields, report)));
    }

    private static LoginOutcome outcome(JsonFields fields) {
        String word = fields.text("outcome").orElse("");
        return Arrays.stream(LoginOutcome.values())
                .filter(outcome -> outcome.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> fields.wrong("outcome", "must be success, failure or abandoned"));
    }

    private static Reply reply(JsonFields fields, LoginReport report) {
        return switch (report.settled()) {
            case SETTLED -> {
                JsonObject json = new JsonObject().add("locked", report.locked());
                report.device()
                        .ifPresent(device -> json.add("device", device.cookie())
                                .add("deviceId", device.id())
                                .add("setCookie", device.setCookie()));
                yield Reply.json(json.close());
            }
            case ALREADY_SETTLED ->
                Reply.problem(HttpResponseStatus.CONFLICT, "the outcome was reported before; nothing was changed");
            case EXPIRED -> throw fields.wrong("attempt", "is older than ten minutes; it counts as failed");
            case INVALID -> throw fields.wrong("attempt", "is no attempt of this service");
            case UNAVAILABLE ->
                Reply.problem(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "the store cannot be asked now, and nothing was changed; report again later");
        };
    }
}
