package io.weir.http.internal;

import io.weir.http.HttpRequest;
import io.weir.http.RequestFault;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.RequestLimit;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares a request with what requests for its path may look like. The body itself is counted by the adapter. */
public final class RequestCheck {

    private static final String LENGTH = "Content-Length";
    private static final String TYPE = "Content-Type";
    private static final Pattern LONG_NUMBER = Pattern.compile("[0-9]{1,18}");

    private RequestCheck() {}

    /** Returns what requests for a path may look like; empty if the policy enforces nothing. */
    public static Optional<RequestLimit> limit(Policy policy, String path) {
        return policy.mode() == Mode.ENFORCE ? RequestLimit.find(policy.requestLimits(), path) : Optional.empty();
    }

    public static Optional<RequestFault> find(HttpRequest http, RequestLimit limit) {
        List<String> types = http.header(TYPE);
        List<String> lengths = http.header(LENGTH);
        RequestLimit.Most most = limit.most();
        if (types.size() > 1 || lengths.size() > 1 || !isWellFormed(http.query())) {
            return Optional.of(RequestFault.MALFORMED);
        }
        if (!limit.methods().isEmpty() && !isOneOf(limit, http.method())) {
            return Optional.of(RequestFault.METHOD);
        }
        if (http.query().length() > most.queryCharacters()) {
            return Optional.of(RequestFault.QUERY_TOO_LONG);
        }
        if (http.headerNames().size() > most.headers()) {
            return Optional.of(RequestFault.TOO_MANY_HEADERS);
        }
        boolean hasLength = lengths.size() == 1;
        if (hasLength && isLonger(lengths.get(0), most.bodyBytes())) {
            return Optional.of(RequestFault.BODY_TOO_LARGE);
        }
        boolean hasBody = hasLength
                ? !lengths.get(0).equals("0")
                : !http.header("Transfer-Encoding").isEmpty();
        boolean isWrongType = !limit.contentTypes().isEmpty()
                && (hasBody || !types.isEmpty())
                && (types.isEmpty() || !limit.contentTypes().contains(mediaType(types.get(0))));
        return isWrongType ? Optional.of(RequestFault.CONTENT_TYPE) : Optional.empty();
    }

    public static Optional<RequestFault> find(Caller caller, RequestLimit limit) {
        return limit.scope()
                .filter(scope -> !caller.scopes().contains(scope))
                .map(scope -> RequestFault.INSUFFICIENT_SCOPE);
    }

    /** Returns what to send instead. */
    public static String advice(RequestFault fault, RequestLimit limit) {
        return switch (fault) {
            case METHOD ->
                "write one of the methods " + limit.methods().stream().sorted().collect(Collectors.joining(", "));
            case CONTENT_TYPE ->
                "send " + limit.contentTypes().stream().sorted().collect(Collectors.joining(" or "));
            case BODY_TOO_LARGE -> "send " + limit.most().bodyBytes() + " bytes at most";
            case QUERY_TOO_LONG -> "write a query of " + limit.most().queryCharacters() + " characters at most";
            case TOO_MANY_HEADERS -> "send " + limit.most().headers() + " headers at most";
            case MALFORMED ->
                "write the query in UTF-8 without control characters, and Content-Type and Content-Length once";
            case HONEYPOT -> "leave fields empty that a page does not show";
            case INSUFFICIENT_SCOPE ->
                "the credential needs the scope " + limit.scope().orElse("");
        };
    }

    /** Frameworks answer HEAD where they answer GET. */
    private static boolean isOneOf(RequestLimit limit, String method) {
        return limit.methods().contains(method)
                || (method.equals("HEAD") && limit.methods().contains("GET"));
    }

    private static boolean isLonger(String length, long most) {
        return !LONG_NUMBER.matcher(length).matches() || Long.parseLong(length) > most;
    }

    private static String mediaType(String value) {
        int end = value.indexOf(';');
        return (end < 0 ? value : value.substring(0, end)).trim().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a query decodes to UTF-8 without control characters other than tabs and line ends. */
    private static boolean isWellFormed(String query) {
        if (query.isEmpty()) {
            return true;
        }
        ByteBuffer decoded = ByteBuffer.allocate(query.length());
        for (int i = 0; i < query.length(); i++) {
            char each = query.charAt(i);
            if (each <= ' ' || each >= 127) {
                return false;
            }
            boolean isEncoded = each == '%';
            int value = isEncoded ? encoded(query, i) : each;
            boolean isControl = value < ' ' && value != '\t' && value != '\n' && value != '\r';
            if (isControl || value == 127) {
                return false;
            }
            decoded.put((byte) value);
            i += isEncoded ? 2 : 0;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(decoded.flip());
            return true;
        } catch (CharacterCodingException broken) {
            return false;
        }
    }

    /** Returns -1 if this is no encoded byte. */
    private static int encoded(String query, int at) {
        if (at + 2 >= query.length()) {
            return -1;
        }
        int high = Character.digit(query.charAt(at + 1), 16);
        int low = Character.digit(query.charAt(at + 2), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
