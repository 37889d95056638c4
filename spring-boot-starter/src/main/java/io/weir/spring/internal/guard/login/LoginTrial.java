package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginDecision;
import io.weir.guard.login.LoginStep;
import io.weir.http.GatedRequest;
import java.util.Optional;

/**
 * An attempt that is allowed and under way.
 *
 * @param gated the request in which it is made; empty if it is made outside of requests
 */
record LoginTrial(LoginStep step, LoginDecision decision, Optional<GatedRequest> gated) {}
