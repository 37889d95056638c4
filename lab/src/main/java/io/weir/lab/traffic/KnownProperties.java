package io.weir.lab.traffic;

import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;

/** Which properties of requests a log has at all, because a rule for others cannot be met. */
public final class KnownProperties {

    private long addresses;
    private long users;
    private long apiKeys;
    private long tenants;
    private long tiers;
    private long hosts;

    /** Counts what is known of a request. */
    public void add(Request request) {
        Caller caller = request.caller();
        addresses += request.address().isPresent() ? 1 : 0;
        hosts += request.host().isEmpty() ? 0 : 1;
        if (caller == Caller.ANONYMOUS) {
            return;
        }
        users += caller.user().isPresent() ? 1 : 0;
        apiKeys += caller.apiKey().isPresent() ? 1 : 0;
        tenants += caller.tenant().isPresent() ? 1 : 0;
        tiers += caller.tier().isPresent() ? 1 : 0;
    }

    /** Returns how many requests have an address. */
    public long addresses() {
        return addresses;
    }

    public long users() {
        return users;
    }

    public long apiKeys() {
        return apiKeys;
    }

    public long tenants() {
        return tenants;
    }

    public long tiers() {
        return tiers;
    }

    public long hosts() {
        return hosts;
    }
}
