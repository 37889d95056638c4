package io.weir.lab.log;

import io.weir.classify.ForwardingHeader;
import io.weir.classify.IpAddress;
import io.weir.classify.TrustedProxies;
import io.weir.classify.spi.RequestPath;
import io.weir.lab.traffic.Arrival;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes requests of the fields of lines, with the strictness of the service. Not thread-safe. */
final class ArrivalReader {

    private static final int REMEMBERED_TARGETS = 1 << 14;
    private static final long SECOND_MICROS = 1_000_000;
    private static final Map<String, Long> UNIT_NANOS = Map.of(
            "request_time_millis", 1_000_000L,
            "request_time_micros", 1_000L,
            "Duration", 1L);

    /** Why a line that can be read gives no request. */
    enum Fault {
        NO_TIME,
        NO_REQUEST
    }

    /** A method and a path, or null if the service would reject them. */
    private static final class Target {
        private final byte[] text;
        private final @Nullable String method;
        private final @Nullable String path;

        private Target(byte[] text, @Nullable String method, @Nullable String path) {
            this.text = text;
            this.method = method;
            this.path = path;
        }
    }

    private final TrustedProxies proxies;
    private final @Nullable Target[] targets = new Target[REMEMBERED_TARGETS];
    private final Map<LogProperty, Integer> fields = new EnumMap<>(LogProperty.class);
    private final Map<String, Integer> headers = new HashMap<>();
    private final LogTime time = new LogTime();
    private final long tookUnitNanos;
    private Fault fault = Fault.NO_TIME;
    private boolean fine;

    ArrivalReader(Mapping mapping, TrustedProxies proxies) {
        this.proxies = proxies;
        List<String> names = mapping.wanted();
        mapping.fields().forEach((property, name) -> fields.put(property, names.indexOf(name)));
        mapping.headers().forEach((header, name) -> headers.put(header, names.indexOf(name)));
        tookUnitNanos = UNIT_NANOS.getOrDefault(mapping.fields().getOrDefault(LogProperty.TOOK, ""), 1_000_000_000L);
    }

    /** Returns why the last call of {@link #read} returned null. */
    Fault fault() {
        return fault;
    }

    /** Returns whether all times so far were whole seconds. Some servers leave out a fraction that is zero. */
    boolean isCoarse() {
        return !fine;
    }

    /** Returns the number of the field; -1 if the log has none. */
    private int field(LogProperty property) {
        Integer field = fields.get(property);
        return field == null ? -1 : field;
    }

    private boolean has(LogProperty property, LineFields line) {
        int field = field(property);
        return field >= 0 && !line.isMissing(field);
    }

    private String text(LogProperty property, LineFields line) {
        return line.text(field(property));
    }

    private Optional<String> optional(LogProperty property, LineFields line) {
        return has(property, line) ? Optional.of(text(property, line)) : Optional.empty();
    }

    /** Returns the request of a line, or null if it has none. */
    @Nullable
    Arrival read(LineFields line) {
        boolean begins = has(LogProperty.BEGIN, line);
        long at = time(begins ? LogProperty.BEGIN : LogProperty.TIME, line);
        if (at == LogTime.UNREADABLE) {
            fault = Fault.NO_TIME;
            return null;
        }
        fine |= !time.isWholeSecond();
        long took = has(LogProperty.TOOK, line) ? LogTime.took(text(LogProperty.TOOK, line), tookUnitNanos) : 0;
        if (!begins && took > 0) {
            at -= took;
            at -= isCoarse() ? Math.floorMod(at, SECOND_MICROS) : 0;
        }
        Target target = target(line);
        if (target.method == null || target.path == null) {
            fault = Fault.NO_REQUEST;
            return null;
        }
        int agent = has(LogProperty.AGENT, line) ? hash(line, field(LogProperty.AGENT)) | 1 : 0;
        return new Arrival(at, took, status(line), request(line, target.method, target.path), agent);
    }

    private long time(LogProperty property, LineFields line) {
        int field = field(property);
        if (field < 0 || line.isMissing(field)) {
            return LogTime.UNREADABLE;
        }
        return has(LogProperty.DAY, line)
                ? time.read(text(LogProperty.DAY, line), line.text(field))
                : time.read(line.bytes(field), line.from(field), line.to(field));
    }

    private int status(LineFields line) {
        if (!has(LogProperty.STATUS, line)) {
            return 0;
        }
        int field = field(LogProperty.STATUS);
        int status = 0;
        for (int i = line.from(field); i < line.to(field); i++) {
            int digit = line.bytes(field)[i] - '0';
            status = digit < 0 || digit > 9 || status > 99 ? 1_000 : status * 10 + digit;
        }
        return status < 1_000 ? status : 0;
    }

    private Request request(LineFields line, String method, String path) {
        Map<String, String> sent = Map.of();
        if (!headers.isEmpty()) {
            sent = new HashMap<>();
            for (Map.Entry<String, Integer> header : headers.entrySet()) {
                if (!line.isMissing(header.getValue())) {
                    sent.put(header.getKey(), line.text(header.getValue()));
                }
            }
        }
        long cost = has(LogProperty.COST, line) ? cost(text(LogProperty.COST, line)) : 1;
        String host = has(LogProperty.HOST, line) ? text(LogProperty.HOST, line) : "";
        return new Request(method, host, path, address(line), caller(line), sent, Optional.empty(), cost);
    }

    private static long cost(String text) {
        return text.matches("[1-9][0-9]{0,8}") ? Long.parseLong(text) : 1;
    }

    private Caller caller(LineFields line) {
        boolean known = has(LogProperty.USER, line) || has(LogProperty.API_KEY, line);
        boolean more = has(LogProperty.TENANT, line) || has(LogProperty.TIER, line);
        return !known && !more
                ? Caller.ANONYMOUS
                : new Caller(
                        optional(LogProperty.USER, line),
                        optional(LogProperty.API_KEY, line),
                        optional(LogProperty.TENANT, line),
                        optional(LogProperty.TIER, line),
                        Map.of());
    }

    private Optional<IpAddress> address(LineFields line) {
        Optional<IpAddress> peer =
                has(LogProperty.ADDRESS, line) ? address(line, field(LogProperty.ADDRESS)) : Optional.empty();
        if (!has(LogProperty.FORWARDED, line)
                || (peer.isPresent() && proxies.networks().isEmpty())) {
            return peer;
        }
        String forwarded = text(LogProperty.FORWARDED, line);
        if (peer.isEmpty()) {
            int comma = forwarded.lastIndexOf(',');
            peer = IpAddress.parse(forwarded.substring(comma + 1).strip());
            forwarded = forwarded.substring(0, Math.max(0, comma));
        }
        List<String> hops = forwarded.isBlank() ? List.of() : List.of(forwarded);
        return peer.map(address -> proxies.caller(address, ForwardingHeader.X_FORWARDED_FOR, hops));
    }

    /** Reads an address with or without a port. Most are IPv4 and are read without making a text of them. */
    private static Optional<IpAddress> address(LineFields line, int field) {
        byte[] bytes = line.bytes(field);
        long value = 0;
        int part = 0;
        int parts = 0;
        int at = line.from(field);
        for (; at < line.to(field) && bytes[at] != ':'; at++) {
            int digit = bytes[at] - '0';
            if (bytes[at] == '.') {
                value = value << 8 | part;
                parts++;
                part = 0;
            } else if (digit >= 0 && digit <= 9 && part <= 255) {
                part = part * 10 + digit;
            } else {
                parts = 9;
            }
        }
        String text = line.text(field);
        return parts == 3 && part <= 255 && (value >>> 24) == 0 && !hasLeadingZero(text)
                ? Optional.of(new IpAddress(32, 0, value << 8 | part))
                : IpAddress.parse(withoutPort(text));
    }

    private static boolean hasLeadingZero(String text) {
        for (int i = 0; i + 1 < text.length(); i++) {
            boolean starts = i == 0 || text.charAt(i - 1) == '.';
            if (starts && (text.charAt(i) == '.' || (text.charAt(i) == '0' && Character.isDigit(text.charAt(i + 1))))) {
                return true;
            }
        }
        return false;
    }

    private static String withoutPort(String text) {
        if (text.startsWith("[")) {
            return text.substring(1, Math.max(1, text.indexOf(']')));
        }
        int colon = text.indexOf(':');
        return colon >= 0 && colon == text.lastIndexOf(':') ? text.substring(0, colon) : text;
    }

    private Target target(LineFields line) {
        if (field(LogProperty.REQUEST) >= 0 && field(LogProperty.METHOD) < 0) {
            return remembered(line, field(LogProperty.REQUEST));
        }
        if (!has(LogProperty.PATH, line)) {
            return new Target(new byte[0], null, null);
        }
        String method = has(LogProperty.METHOD, line) ? text(LogProperty.METHOD, line) : "GET";
        return new Target(new byte[0], method, path(text(LogProperty.PATH, line)));
    }

    /** A log has few different targets compared with its lines, so most are found in a small table by their bytes. */
    private Target remembered(LineFields line, int field) {
        byte[] bytes = line.bytes(field);
        int from = line.from(field);
        int to = line.to(field);
        int place = hash(line, field) & (REMEMBERED_TARGETS - 1);
        Target known = targets[place];
        if (known != null && Arrays.equals(known.text, 0, known.text.length, bytes, from, to)) {
            return known;
        }
        Target target = target(Arrays.copyOfRange(bytes, from, to), line.text(field));
        targets[place] = target;
        return target;
    }

    private static int hash(LineFields line, int field) {
        int hash = 0;
        byte[] bytes = line.bytes(field);
        for (int i = line.from(field); i < line.to(field); i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash ^ hash >>> 15;
    }

    private static Target target(byte[] bytes, String request) {
        int first = request.indexOf(' ');
        int last = request.lastIndexOf(' ');
        if (first <= 0 || !request.substring(0, first).chars().allMatch(each -> each >= 'A' && each <= 'Z')) {
            return new Target(bytes, null, null);
        }
        String uri = request.substring(first + 1, last > first ? last : request.length());
        return new Target(bytes, request.substring(0, first), path(uri));
    }

    private static @Nullable String path(String uri) {
        String relative = uri.startsWith("http://") || uri.startsWith("https://")
                ? uri.substring(Math.max(0, uri.indexOf('/', 8) < 0 ? uri.length() : uri.indexOf('/', 8)))
                : uri;
        int query = relative.indexOf('?');
        String raw = query < 0 ? relative : relative.substring(0, query);
        return RequestPath.read(raw.isEmpty() && relative.length() < uri.length() ? "/" : raw)
                .orElse(null);
    }
}
