package io.weir.lab.traffic;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers the callers of a log: the user, without a user the API key, without both the address. Used by one thread. */
public final class CallerTable {

    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<CallerSigns> signs = new ArrayList<>();

    /** Returns the number of the caller, and adds the request to its signs. */
    public int add(Arrival arrival) {
        Object name = name(arrival.request());
        Integer known = numbers.get(name);
        int number = known == null ? signs.size() : known;
        if (known == null) {
            numbers.put(name, number);
            signs.add(new CallerSigns(!(name instanceof IpAddress)));
        }
        signs.get(number).add(arrival);
        return number;
    }

    private static Object name(Request request) {
        Caller caller = request.caller();
        Optional<?> known = caller.user().isPresent() ? caller.user() : caller.apiKey();
        return known.isPresent()
                ? known
                : request.address().isPresent() ? request.address().get() : "";
    }

    public int size() {
        return signs.size();
    }

    public CallerSigns signs(int caller) {
        return signs.get(caller);
    }

    /** Returns whether a request belongs to this part of the callers; a caller belongs to one part as a whole. */
    public static boolean isInPart(Request request, int part, int parts) {
        int hash = name(request).hashCode() * 0x9E3779B9;
        return Math.floorMod(hash ^ hash >>> 16, parts) == part - 1;
    }
}
