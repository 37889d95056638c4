package io.weir.service.evaluate;

import io.weir.guard.bot.ScoredRequest;
import io.weir.policy.rule.Request;
import io.weir.service.credentials.IdentifiedRequest;
import java.util.Optional;

/**
 * A described request as its rules see it.
 *
 * @param scored with the facts about bots, if it was scored
 * @param known the answer, if no rule has to be asked for it
 */
record PreparedRequest(
        DescribedRequest described,
        IdentifiedRequest identified,
        ScoredRequest scored,
        Optional<EvaluateAnswer> known) {

    Request request() {
        return scored.request();
    }
}
