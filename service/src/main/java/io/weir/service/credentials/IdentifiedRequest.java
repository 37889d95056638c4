package io.weir.service.credentials;

import io.weir.policy.rule.Request;
import java.util.List;

/**
 * A request with the caller that its credentials prove.
 *
 * @param credentials what was found about each credential; empty if none was presented
 */
public record IdentifiedRequest(Request request, List<CheckedCredential> credentials) {

    public IdentifiedRequest {
        credentials = List.copyOf(credentials);
    }

    /** A request without credentials, whose caller is as described. */
    public static IdentifiedRequest asDescribed(Request request) {
        return new IdentifiedRequest(request, List.of());
    }
}
