package io.weir.service.evaluate;

import io.weir.guard.bot.BotScore;
import io.weir.guard.bot.ScoredRequest;
import io.weir.http.RequestFault;
import io.weir.http.RequestReader;
import io.weir.http.internal.RequestCheck;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.credentials.IdentifiedRequest;
import io.weir.service.evaluate.EvaluateAnswer.Exempt;
import io.weir.service.evaluate.EvaluateAnswer.Judged;
import io.weir.service.evaluate.EvaluateAnswer.Unacceptable;
import io.weir.service.guard.bot.BotScores;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.service.http.Incoming;
import io.weir.service.observe.Tracing;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What becomes of a described request: its caller is identified, its form is compared with limits, it is scored, its rules are
 * charged, and the answer to a challenge is checked if a rule asks for one.
 */
public record Evaluation(
        Gate gate,
        Tracing tracing,
        CredentialChecks credentials,
        Receipts receipts,
        BotScores bots,
        ServiceChallenges challenges) {

    /** Health paths and CORS preflights match no rule, so a gateway may send every request. */
    static boolean isExempt(Request request) {
        return RequestReader.USUAL.isExempt(
                request.method(), request.path(), name -> request.header(name).isPresent());
    }

    /** Verifies the credentials of a request, if there are any. */
    CompletionStage<IdentifiedRequest> identify(DescribedRequest described) {
        return described.credentials().isEmpty()
                ? CompletableFuture.completedStage(IdentifiedRequest.asDescribed(described.request()))
                : credentials.identify(
                        described.request(), described.credentials().get());
    }

    /** Compares a request with what its policy allows such requests to be, and scores it. */
    PreparedRequest prepare(Policy policy, DescribedRequest described, IdentifiedRequest identified) {
        return prepare(policy, described, identified, bots::observed);
    }

    private PreparedRequest prepare(
            Policy policy,
            DescribedRequest described,
            IdentifiedRequest identified,
            Function<Request, ScoredRequest> score) {
        Request request = identified.request();
        Optional<EvaluateAnswer> known = withoutRules(policy, described, request);
        boolean isScored = known.isEmpty() && described.form().tellsHeaders() && bots.isWanted(policy);
        return new PreparedRequest(
                described, identified, isScored ? score.apply(request) : BotScores.unscored(request), known);
    }

    /** Charges the rules of a policy. */
    CompletionStage<EvaluateAnswer> evaluate(Incoming incoming, Policy policy, PreparedRequest prepared) {
        if (prepared.known().isPresent()) {
            return CompletableFuture.completedStage(prepared.known().get());
        }
        return check(incoming, policy, prepared.request()).thenCompose(verdict -> {
            EvaluateAnswer judged = new Judged(verdict, prepared.scored().score(), Optional.empty());
            return verdict.action() == Action.CHALLENGE
                    ? challenged(incoming, policy, prepared, verdict)
                    : CompletableFuture.completedStage(judged);
        });
    }

    private CompletionStage<EvaluateAnswer> challenged(
            Incoming incoming, Policy policy, PreparedRequest prepared, Verdict verdict) {
        Request request = prepared.request();
        Optional<BotScore> score = prepared.scored().score();
        return challenges
                .attempt(prepared.described().challenge(), request, verdict)
                .thenCompose(attempt -> attempt.passed()
                        ? check(incoming, policy, request.withChallengePassed())
                                .thenApply(next -> new Judged(next, score, Optional.empty()))
                        : CompletableFuture.completedStage(new Judged(verdict, score, attempt.prompt())));
    }

    private CompletionStage<Verdict> check(Incoming incoming, Policy policy, Request request) {
        return tracing.verdict(incoming, () -> gate.check(policy, request));
    }

    /** Returns what would be answered to a request without an answer to a challenge, and changes nothing. */
    CompletionStage<EvaluateAnswer> foresee(Policy policy, DescribedRequest described, IdentifiedRequest identified) {
        PreparedRequest prepared = prepare(policy, described, identified, bots::foreseen);
        return prepared.known().isPresent()
                ? CompletableFuture.completedStage(prepared.known().get())
                : gate.peek(policy, prepared.request())
                        .thenApply(
                                verdict -> new Judged(verdict, prepared.scored().score(), Optional.empty()));
    }

    private static Optional<EvaluateAnswer> withoutRules(Policy policy, DescribedRequest described, Request request) {
        if (isExempt(request)) {
            return Optional.of(new Exempt());
        }
        Optional<RequestLimit> limit =
                policy.requestLimits().isEmpty() ? Optional.empty() : RequestCheck.limit(policy, request.path());
        return limit.filter(found -> request.key().isEmpty())
                .flatMap(found -> fault(found, described, request).map(fault -> new Unacceptable(fault, found)));
    }

    private static Optional<RequestFault> fault(RequestLimit limit, DescribedRequest described, Request request) {
        return RequestCheck.find(new DescribedHttp(request, described.form()), limit)
                .or(() -> RequestCheck.find(request.caller(), limit));
    }
}
