package io.weir.service.evaluate;

import io.weir.policy.rule.Request;
import io.weir.service.credentials.PresentedCredentials;
import java.util.Optional;

/**
 * A request of another system as it was described.
 *
 * @param request with the caller as described
 * @param credentials what is to be verified; empty if nothing is
 * @param challenge the sender's answer to a challenge
 */
record DescribedRequest(
        Request request, Optional<PresentedCredentials> credentials, Optional<String> challenge, RequestForm form) {}
