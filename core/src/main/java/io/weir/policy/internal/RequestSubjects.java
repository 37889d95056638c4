package io.weir.policy.internal;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the subjects that rules count for one request. A subject that several rules need is computed once. */
public final class RequestSubjects {

    private static final CounterSubject ALL =
            CounterSubject.of(Dimension.of(Kind.GLOBAL).type(), "system");

    /** Requests without the header or claim share one counter, so omitting it does not bypass the rule. */
    private static final String MISSING = "-";

    private static final String UNKNOWN_ADDRESS = "unknown";
    private static final Dimension ADDRESS = Dimension.of(Kind.IP);
    private static final Dimension USER = Dimension.of(Kind.USER);
    private static final Dimension API_KEY = Dimension.of(Kind.API_KEY);

    private final Request request;
    private final int ipv6Prefix;
    private @Nullable CounterSubject address;
    private @Nullable CounterSubject user;

    public RequestSubjects(Request request, int ipv6Prefix) {
        this.request = request;
        this.ipv6Prefix = ipv6Prefix;
    }

    /** Returns null if a dimension does not apply to this request. */
    public @Nullable CounterSubject of(CountBy per) {
        List<Dimension> dimensions = per.dimensions();
        CounterSubject first = of(dimensions.get(0));
        if (first == null || dimensions.size() == 1) {
            return first;
        }
        StringBuilder types = new StringBuilder(separable(first.subject().type()));
        StringBuilder identifiers = new StringBuilder(separable(first.subject().identifier()));
        for (int i = 1; i < dimensions.size(); i++) {
            CounterSubject part = of(dimensions.get(i));
            if (part == null) {
                return null;
            }
            types.append(',').append(separable(part.subject().type()));
            identifiers.append(',').append(separable(part.subject().identifier()));
        }
        return CounterSubject.of(types.toString(), identifiers.toString());
    }

    /** Encodes commas, which separate the parts, within a part. */
    private static String separable(String part) {
        return part.indexOf('%') < 0 && part.indexOf(',') < 0
                ? part
                : part.replace("%", "%25").replace(",", "%2C");
    }

    /** Returns null if the dimension does not apply to this request. */
    public @Nullable CounterSubject of(Dimension dimension) {
        Caller caller = request.caller();
        return switch (dimension.kind()) {
            case GLOBAL -> ALL;
            case IP -> dimension.name().isEmpty() ? address() : address(dimension, Integer.parseInt(dimension.name()));
            case USER -> user();
            case API_KEY -> subject(dimension, caller.apiKey());
            case TENANT -> subject(dimension, caller.tenant());
            case CALLER -> caller();
            case KEY -> key(dimension);
            case HEADER ->
                CounterSubject.of(
                        dimension.type(), request.header(dimension.name()).orElse(MISSING));
            case CLAIM ->
                caller.isAnonymous()
                        ? null
                        : CounterSubject.of(dimension.type(), caller.claims().getOrDefault(dimension.name(), MISSING));
            case FACT -> subject(dimension, request.fact(dimension.name()));
            case NETWORK -> network(dimension);
            case PATH -> CounterSubject.of(dimension.type(), request.path());
        };
    }

    private static @Nullable CounterSubject subject(Dimension dimension, Optional<String> identifier) {
        return identifier.isPresent() ? CounterSubject.of(dimension.type(), identifier.get()) : null;
    }

    private @Nullable CounterSubject key(Dimension dimension) {
        boolean plain = dimension.equals(Dimension.PLAIN_KEY) && request.key().isPresent();
        return plain ? CounterSubject.ofPlainKey(request.key().get()) : subject(dimension, request.key());
    }

    private CounterSubject caller() {
        CounterSubject known = user();
        if (known == null) {
            known = subject(API_KEY, request.caller().apiKey());
        }
        return known == null ? address() : known;
    }

    private @Nullable CounterSubject user() {
        if (user == null) {
            user = subject(USER, request.caller().user());
        }
        return user;
    }

    private CounterSubject address() {
        if (address == null) {
            address = address(ADDRESS, ipv6Prefix);
        }
        return address;
    }

    private CounterSubject network(Dimension dimension) {
        int slash = dimension.name().indexOf('/');
        int ipv4Prefix = Integer.parseInt(dimension.name().substring(0, slash));
        int ipv6Prefix = Integer.parseInt(dimension.name().substring(slash + 1));
        return CounterSubject.of(
                dimension.type(),
                request.address()
                        .map(address -> address.network(ipv4Prefix, ipv6Prefix))
                        .orElse(UNKNOWN_ADDRESS));
    }

    private CounterSubject address(Dimension dimension, int prefix) {
        Optional<IpAddress> known = request.address();
        return CounterSubject.of(
                dimension.type(), known.isPresent() ? known.get().subject(prefix) : UNKNOWN_ADDRESS);
    }
}
