package io.weir.guard.key;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.limit.TokenBucket;
import io.weir.policy.rule.Glob;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the issuer says of a key. Each value is checked when it is set.
 *
 * @param name tells the keys of an owner apart
 * @param limit a limit of this key's own, instead of the one that a rule gives to every key
 * @param scopes what the key may do
 * @param reach where the key may be used from, and what it may count
 */
public record KeyTerms(
        String name,
        String owner,
        Optional<String> tenant,
        Optional<String> tier,
        Optional<TokenBucket> limit,
        Set<String> scopes,
        KeyReach reach) {

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_OWNER = 200;
    private static final int LONGEST_TENANT = 200;
    private static final int LONGEST_TIER = 100;

    public KeyTerms {
        name = FieldText.require("name", name, LONGEST_NAME);
        owner = FieldText.require("owner", owner, LONGEST_OWNER);
        tenant = FieldText.require("tenant", tenant, LONGEST_TENANT);
        tier = FieldText.require("tier", tier, LONGEST_TIER);
        scopes = Scopes.checked(scopes);
    }

    public static KeyTerms of(String name, String owner) {
        return new KeyTerms(
                name, owner, Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), KeyReach.EVERYTHING);
    }

    public KeyTerms withName(String other) {
        return new KeyTerms(other, owner, tenant, tier, limit, scopes, reach);
    }

    public KeyTerms withOwner(String other) {
        return new KeyTerms(name, other, tenant, tier, limit, scopes, reach);
    }

    public KeyTerms withTenant(Optional<String> other) {
        return new KeyTerms(name, owner, other, tier, limit, scopes, reach);
    }

    public KeyTerms withTier(Optional<String> other) {
        return new KeyTerms(name, owner, tenant, other, limit, scopes, reach);
    }

    public KeyTerms withLimit(Optional<TokenBucket> other) {
        return new KeyTerms(name, owner, tenant, tier, other, scopes, reach);
    }

    public KeyTerms withScopes(String... others) {
        return new KeyTerms(name, owner, tenant, tier, limit, new TreeSet<>(Set.of(others)), reach);
    }

    public KeyTerms withReach(KeyReach other) {
        return new KeyTerms(name, owner, tenant, tier, limit, scopes, other);
    }

    /** Restricts the key to these networks, such as {@code 192.0.2.0/24}; none stands for all. */
    public KeyTerms withNetworks(String... texts) {
        return withReach(reach.withNetworks(texts));
    }

    /** Restricts what the key may count by {@code /check} to keys of these patterns, such as {@code user:*}; none stands for all. */
    public KeyTerms withCounters(String... patterns) {
        return withReach(reach.withCounters(patterns));
    }

    public boolean hasScopes(Set<String> required) {
        return scopes.containsAll(required);
    }

    public boolean mayComeFrom(IpAddress address) {
        return reach.networks().isEmpty()
                || reach.networks().stream().anyMatch((Cidr network) -> network.contains(address));
    }

    /** Whether a client with this key may name a counter of this key in a check. */
    public boolean mayCount(String counter) {
        return reach.counters().isEmpty()
                || reach.counters().stream().anyMatch((Glob pattern) -> pattern.matches(counter));
    }
}
