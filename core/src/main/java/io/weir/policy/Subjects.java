package io.weir.policy;

import io.weir.classify.IpAddress;
import io.weir.policy.Dimension.Kind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whom rules count for one request. What several of them ask for is worked out once. */
final class Subjects {

    private static final Counted ALL = Counted.of(Dimension.of(Kind.GLOBAL).type(), "system");

    /** All who have none are one, lest leaving it out were a way around the rule. */
    private static final String MISSING = "-";

    private static final String UNKNOWN_ADDRESS = "unknown";
    private static final Dimension ADDRESS = Dimension.of(Kind.IP);
    private static final Dimension USER = Dimension.of(Kind.USER);
    private static final Dimension API_KEY = Dimension.of(Kind.API_KEY);

    private final Request request;
    private final int ipv6Prefix;
    private @Nullable Counted address;
    private @Nullable Counted user;

    Subjects(Request request, int ipv6Prefix) {
        this.request = request;
        this.ipv6Prefix = ipv6Prefix;
    }

    /** Nobody if any of the dimensions is not for requests like that. */
    @Nullable
    Counted of(CountBy per) {
        List<Dimension> dimensions = per.dimensions();
        Counted first = of(dimensions.get(0));
        if (first == null || dimensions.size() == 1) {
            return first;
        }
        StringBuilder types = new StringBuilder(separable(first.subject().type()));
        StringBuilder identifiers = new StringBuilder(separable(first.subject().identifier()));
        for (int i = 1; i < dimensions.size(); i++) {
            Counted part = of(dimensions.get(i));
            if (part == null) {
                return null;
            }
            types.append(',').append(separable(part.subject().type()));
            identifiers.append(',').append(separable(part.subject().identifier()));
        }
        return Counted.of(types.toString(), identifiers.toString());
    }

    /** What separates them is encoded where it is part of one. */
    private static String separable(String part) {
        return part.indexOf('%') < 0 && part.indexOf(',') < 0
                ? part
                : part.replace("%", "%25").replace(",", "%2C");
    }

    private @Nullable Counted of(Dimension dimension) {
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
                Counted.of(dimension.type(), request.header(dimension.name()).orElse(MISSING));
            case CLAIM ->
                caller.isAnonymous()
                        ? null
                        : Counted.of(dimension.type(), caller.claims().getOrDefault(dimension.name(), MISSING));
        };
    }

    private static @Nullable Counted subject(Dimension dimension, Optional<String> identifier) {
        return identifier.isPresent() ? Counted.of(dimension.type(), identifier.get()) : null;
    }

    private @Nullable Counted key(Dimension dimension) {
        boolean plain = dimension.equals(Dimension.PLAIN_KEY) && request.key().isPresent();
        return plain ? Counted.ofPlainKey(request.key().get()) : subject(dimension, request.key());
    }

    private Counted caller() {
        Counted known = user();
        if (known == null) {
            known = subject(API_KEY, request.caller().apiKey());
        }
        return known == null ? address() : known;
    }

    private @Nullable Counted user() {
        if (user == null) {
            user = subject(USER, request.caller().user());
        }
        return user;
    }

    private Counted address() {
        if (address == null) {
            address = address(ADDRESS, ipv6Prefix);
        }
        return address;
    }

    private Counted address(Dimension dimension, int prefix) {
        Optional<IpAddress> known = request.address();
        return Counted.of(dimension.type(), known.isPresent() ? known.get().subject(prefix) : UNKNOWN_ADDRESS);
    }
}
