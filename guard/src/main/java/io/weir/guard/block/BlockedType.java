package io.weir.guard.block;

import io.weir.classify.Cidr;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of subjects that can be blocked: networks and addresses, and what a request names otherwise. */
final class BlockedType {

    private static final String IP = Dimension.of(Kind.IP).type();
    private static final String CIDR = "cidr";
    private static final String API_KEY = Dimension.of(Kind.API_KEY).type();

    /** Addresses by a prefix of their own, and networks, as rules count them: {@code ip-48}, {@code network-24/48}. */
    private static final Pattern COUNTED_NETWORK = Pattern.compile("ip-[0-9]+|network-[0-9]+/[0-9]+");

    private static final List<String> NAMED = List.of(
            Dimension.of(Kind.USER).type(),
            API_KEY,
            Dimension.of(Kind.TENANT).type(),
            Dimension.fact("device").type(),
            Dimension.fact("fingerprint").type());

    private BlockedType() {}

    /**
     * Returns the subject in the form in which blocks are kept; empty if nothing of this type can be blocked. An address is
     * a network of one.
     */
    static Optional<Subject> normal(Subject subject) {
        if (subject.type().equals("api-key")) {
            return Optional.of(new Subject(API_KEY, subject.identifier()));
        }
        return NAMED.contains(subject.type())
                ? Optional.of(subject)
                : network(subject)
                        .map(network -> network.prefix() == network.network().bits()
                                ? new Subject(IP, network.network().toString())
                                : new Subject(CIDR, network.toString()));
    }

    /** Returns the network of a subject that is one. */
    static Optional<Cidr> network(Subject subject) {
        String type = subject.type();
        if (!type.equals(IP)
                && !type.equals(CIDR)
                && !COUNTED_NETWORK.matcher(type).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Cidr.parse(subject.identifier()));
        } catch (IllegalArgumentException unknownAddress) {
            return Optional.empty();
        }
    }

    /** Returns what a request is named by, besides its address. */
    static List<Subject> of(Request request) {
        return Stream.of(
                        request.caller().user().map(user -> new Subject(NAMED.get(0), user)),
                        request.caller().apiKey().map(key -> new Subject(API_KEY, key)),
                        request.caller().tenant().map(tenant -> new Subject(NAMED.get(2), tenant)),
                        request.fact(NAMED.get(3)).map(device -> new Subject(NAMED.get(3), device)),
                        request.fact(NAMED.get(4)).map(print -> new Subject(NAMED.get(4), print)))
                .flatMap(Optional::stream)
                .toList();
    }
}
