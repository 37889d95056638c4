package io.weir.benchmarks.bots;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client of the traffic, which adds its requests to a list. */
final class Visitor {

    private static final String COOKIE = "cookie";

    private final List<Visit> visits;
    private final int number;
    private final TrafficClass kind;
    private final IpAddress address;
    private final boolean keepsCookies;
    private boolean hasCookie;

    Visitor(List<Visit> visits, int number, TrafficClass kind, IpAddress address, boolean keepsCookies) {
        this.visits = visits;
        this.number = number;
        this.kind = kind;
        this.address = address;
        this.keepsCookies = keepsCookies;
    }

    void get(long atMicros, String path, CapturedRequest as) {
        add(atMicros, path, as, 200, false);
    }

    void post(long atMicros, String path, CapturedRequest as, int status) {
        add(atMicros, path, as, status, false);
    }

    void fillTrap(long atMicros, String path, CapturedRequest as) {
        add(atMicros, path, as, 200, true);
    }

    private void add(long atMicros, String path, CapturedRequest as, int status, boolean fillsTrap) {
        Map<String, String> headers = as.headers();
        if (hasCookie) {
            headers = new HashMap<>(headers);
            headers.put(COOKIE, "shop=4711");
        }
        hasCookie |= keepsCookies;
        Map<String, String> facts = Map.of(
                "secure",
                "true",
                "protocol",
                as.protocol(),
                "header-order",
                String.join(",", as.headers().keySet()));
        Request request = new Request(
                as.method(), "", path, Optional.of(address), Caller.ANONYMOUS, headers, Optional.empty(), 1, facts);
        visits.add(new Visit(atMicros, number, kind, request, status, fillsTrap));
    }
}
