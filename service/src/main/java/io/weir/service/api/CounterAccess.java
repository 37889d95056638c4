package io.weir.service.api;

import io.weir.guard.key.ApiKey;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.policy.Policy;
import io.weir.policy.rule.Request;
import io.weir.service.guard.GuardSettings.NamedKeys;
import io.weir.service.http.Forbidden;
import io.weir.service.http.Incoming;
import java.util.Optional;

/** Decides which counters a caller may name: those that its API key is bound to, and those that the setting allows. */
public record CounterAccess(NamedKeys named) {

    /**
     * Throws {@link Forbidden} if the caller may not name the counter.
     *
     * @param governed whether a rule governs the counter
     */
    public void require(Incoming incoming, String counter, boolean governed) {
        Optional<ApiKey> key = boundKey(incoming);
        if (key.isPresent() && !key.get().terms().mayCount(counter)) {
            throw new Forbidden("the API key " + key.get().id() + " may name keys such as " + patterns(key.get())
                    + " only, and not " + counter);
        }
        if (!governed && named == NamedKeys.GOVERNED) {
            throw new Forbidden("no rule governs the key " + counter
                    + ", and this service decides only keys that a rule governs (--only-governed-keys)");
        }
    }

    /** Throws {@link Forbidden} if the caller may not have this request decided by the policy. */
    public void require(Incoming incoming, Policy policy, Request request) {
        if (request.key().isPresent()) {
            String counter = request.key().get();
            require(incoming, counter, named == NamedKeys.ANY || policy.governs(counter));
            return;
        }
        boundKey(incoming).ifPresent(key -> {
            throw new Forbidden("the API key " + key.id() + " may name keys such as " + patterns(key)
                    + " only, and not describe other requests");
        });
    }

    /** The valid key of the caller, if it is bound to counters. */
    private static Optional<ApiKey> boundKey(Incoming incoming) {
        KeyVerification found = incoming.key();
        return found == null
                ? Optional.empty()
                : found.key().filter(key -> !key.terms().reach().counters().isEmpty());
    }

    private static String patterns(ApiKey key) {
        return String.join(
                ", ",
                key.terms().reach().counters().stream()
                        .map(pattern -> pattern.text())
                        .toList());
    }
}
