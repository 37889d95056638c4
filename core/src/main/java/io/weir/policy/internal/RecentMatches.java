package io.weir.policy.internal;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What callers met lately. Who is back with a request for which the same rules were found meets the same again, so that
 * nothing of it need be made anew: subjects, keys, charges.
 *
 * <p>Every meeting has one place, and the one that was there before is forgotten. Threads race for the places; whatever they
 * find there is whole, as its fields are final, and is used only if all that went into it is the same.
 */
public final class RecentMatches {

    private record Recent(
            RuleSet rules,
            Optional<IpAddress> address,
            Optional<String> user,
            Optional<String> apiKey,
            Optional<String> tenant,
            long permits,
            MatchedRules matched) {

        boolean isOf(RuleSet found, Request request) {
            Caller caller = request.caller();
            return rules == found
                    && permits == request.permits()
                    && address.equals(request.address())
                    && user.equals(caller.user())
                    && apiKey.equals(caller.apiKey())
                    && tenant.equals(caller.tenant());
        }
    }

    private final @Nullable Recent[] places;

    /** @param places a power of two; each takes about a kilobyte */
    public RecentMatches(int places) {
        this.places = new Recent[places];
    }

    /** What that request meets, if it is remembered. */
    public @Nullable MatchedRules find(RuleSet rules, Request request) {
        Recent recent = rules.areSteady() ? places[place(rules, request)] : null;
        return recent != null && recent.isOf(rules, request) ? recent.matched() : null;
    }

    /** Remembers it, if it does not depend on more of the request than is looked at here. */
    public void add(RuleSet rules, Request request, MatchedRules matched) {
        if (rules.areSteady()) {
            Caller caller = request.caller();
            places[place(rules, request)] = new Recent(
                    rules,
                    request.address(),
                    caller.user(),
                    caller.apiKey(),
                    caller.tenant(),
                    request.permits(),
                    matched);
        }
    }

    private int place(RuleSet rules, Request request) {
        Caller caller = request.caller();
        int hash = rules.hash();
        hash = 31 * hash + caller.tenant().hashCode();
        hash = 31 * hash + caller.apiKey().hashCode();
        hash = 31 * hash + caller.user().hashCode();
        hash = 31 * hash + request.address().hashCode();
        return (hash ^ hash >>> 16) & (places.length - 1);
    }
}
