package io.weir.guard.block;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.policy.Action;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the block of a request with one look-up for each length of a blocked network. Immutable. */
final class BlockIndex {

    static final BlockIndex EMPTY = new BlockIndex(List.of());

    private static final int IPV4_BITS = 32;

    private final Map<Subject, Block> named = new HashMap<>();
    private final Map<Cidr, Block> networks = new HashMap<>();
    private final SortedSet<Integer> ipv4Prefixes = new TreeSet<>();
    private final SortedSet<Integer> ipv6Prefixes = new TreeSet<>();

    BlockIndex(Collection<Block> inForce) {
        for (Block block : inForce) {
            Optional<Cidr> network = BlockedType.network(block.subject());
            if (network.isPresent()) {
                networks.put(network.get(), block);
                prefixes(network.get().network()).add(network.get().prefix());
            } else {
                named.put(block.subject(), block);
            }
        }
    }

    private SortedSet<Integer> prefixes(IpAddress address) {
        return address.bits() == IPV4_BITS ? ipv4Prefixes : ipv6Prefixes;
    }

    /** Returns the block of this request that lasts longest; one that asks for a challenge only if there is no other. */
    Optional<Block> find(Request request, Instant now) {
        if (named.isEmpty() && networks.isEmpty()) {
            return Optional.empty();
        }
        Stream<Block> byName = named.isEmpty()
                ? Stream.empty()
                : BlockedType.of(request).stream().flatMap(each -> Stream.ofNullable(named.get(each)));
        Stream<Block> byAddress =
                networks.isEmpty() ? Stream.empty() : request.address().stream().flatMap(this::ofAddress);
        return Stream.concat(byName, byAddress)
                .filter(block -> block.isInForce(now))
                .max(Comparator.comparing((Block block) -> block.action() == Action.BLOCKED)
                        .thenComparing(Block::until));
    }

    private Stream<Block> ofAddress(IpAddress address) {
        IpAddress counted = counted(address);
        return prefixes(counted).stream().flatMap(prefix -> Stream.ofNullable(networks.get(new Cidr(counted, prefix))));
    }

    /** Rules count an IPv4 address inside an IPv6 address as IPv4, so its block is one of the IPv4 address. */
    private static IpAddress counted(IpAddress address) {
        String text = address.subject(address.bits());
        int slash = text.indexOf('/');
        return address.bits() == IPV4_BITS
                ? address
                : IpAddress.parse(slash < 0 ? text : text.substring(0, slash)).orElse(address);
    }
}
