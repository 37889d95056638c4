package io.weir.service.evaluate;

import io.weir.http.RequestReader;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Request;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.credentials.IdentifiedRequest;
import io.weir.service.http.Incoming;
import io.weir.service.observe.Tracing;
import java.util.concurrent.CompletionStage;

/** What becomes of a described request: its caller is identified, its rules are charged, and its receipt is sealed. */
public record Evaluation(Gate gate, Tracing tracing, CredentialChecks credentials, Receipts receipts) {

    /** Health paths and CORS preflights match no rule, so a gateway may send every request. */
    static boolean isExempt(Request request) {
        return RequestReader.USUAL.isExempt(
                request.method(), request.path(), name -> request.header(name).isPresent());
    }

    CompletionStage<Verdict> check(Incoming incoming, Policy policy, IdentifiedRequest identified) {
        return tracing.verdict(incoming, () -> gate.check(policy, identified.request()));
    }

    String json(Verdict verdict, IdentifiedRequest identified) {
        return VerdictJson.charged(verdict, identified, receipts.seal(verdict));
    }
}
