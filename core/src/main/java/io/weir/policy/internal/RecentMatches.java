package io.weir.policy.internal;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the matches of recent callers. If a caller repeats a request for which the same rules were found, it gets
 * the same {@link MatchedRules}, so subjects, keys and charges need not be created again.
 *
 * <p>The cache is direct-mapped: each request has one slot, and a new entry replaces the old one. Threads race for the
 * slots without locks. This is safe because entries have final fields only, and an entry is used only if everything it
 * was made from is equal.
 */
public final class RecentMatches {

    private record Recent(
            RuleSet rules,
            Optional<IpAddress> address,
            Optional<String> user,
            Optional<String> apiKey,
            Optional<String> tenant,
            Optional<Limit> ownLimit,
            long permits,
            MatchedRules matched) {

        boolean isOf(RuleSet found, Request request) {
            Caller caller = request.caller();
            return rules == found
                    && permits == request.permits()
                    && address.equals(request.address())
                    && user.equals(caller.user())
                    && apiKey.equals(caller.apiKey())
                    && tenant.equals(caller.tenant())
                    && ownLimit.equals(caller.ownLimit());
        }
    }

    private final @Nullable Recent[] places;

    /** @param places the number of slots, a power of two; each entry takes about a kilobyte */
    public RecentMatches(int places) {
        this.places = new Recent[places];
    }

    /** Returns the remembered match of this request. */
    public @Nullable MatchedRules find(RuleSet rules, Request request) {
        Recent recent = rules.areSteady() ? places[place(rules, request)] : null;
        return recent != null && recent.isOf(rules, request) ? recent.matched() : null;
    }

    /** Remembers a match, unless it depends on more of the request than this cache compares. */
    public void add(RuleSet rules, Request request, MatchedRules matched) {
        if (rules.areSteady()) {
            Caller caller = request.caller();
            places[place(rules, request)] = new Recent(
                    rules,
                    request.address(),
                    caller.user(),
                    caller.apiKey(),
                    caller.tenant(),
                    caller.ownLimit(),
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
