package io.weir.guard.login;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.KeyText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counts successful logins by address, so that rules do not block an address that people share. An attacker who logs in to
 * accounts of their own can make an address look like this, and has to pass challenges there instead. Thread-safe.
 */
public final class AddressLogins {

    /** From so many logins on in an hour, an address is one of people. */
    public static final int LEAST = 3;

    private static final Set<String> NETWORKS = Set.of("ip", "cidr");
    private static final int IPV6_PREFIX = 64;

    /** Logins beyond these are not kept, until older ones have left the window. */
    private static final int MOST = 100;

    private static final Limit LOGINS = Limit.slidingWindow(Rate.perHour(MOST));

    private final Store store;

    private AddressLogins(Store store) {
        this.store = store;
    }

    /**
     * Returns the logins that a guard counts.
     *
     * @param store of the guard
     */
    public static AddressLogins of(Store store) {
        return new AddressLogins(store);
    }

    /** Nobody waits for the store, and what it cannot count is left out. */
    void succeeded(IpAddress address) {
        store.charge(List.of(counter(address.subject(IPV6_PREFIX)))).exceptionally(failure -> null);
    }

    /** Returns whether there were so many successful logins from an address in the last hour. Other subjects have none. */
    public CompletionStage<Boolean> hasPeople(Subject subject) {
        return address(subject)
                .map(address -> store.peek(List.of(counter(address)))
                        .thenApply(decisions -> decisions.get(0).remaining() <= MOST - LEAST))
                .orElseGet(() -> CompletableFuture.completedStage(false));
    }

    /** Returns an address as it is counted, which is a network of 64 bits in IPv6. */
    private static Optional<String> address(Subject subject) {
        try {
            return Optional.of(subject)
                    .filter(each -> NETWORKS.contains(each.type()))
                    .map(each -> Cidr.parse(each.identifier()))
                    .filter(network ->
                            network.prefix() >= Math.min(network.network().bits(), IPV6_PREFIX))
                    .map(network -> network.network().subject(IPV6_PREFIX));
        } catch (IllegalArgumentException unknownAddress) {
            return Optional.empty();
        }
    }

    private static Charge counter(String address) {
        return Charge.ofRule("ip:" + KeyText.encodedPart(address), "#logins", LOGINS, 1);
    }
}
