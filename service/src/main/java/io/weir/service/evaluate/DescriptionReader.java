package io.weir.service.evaluate;

import io.weir.classify.IpAddress;
import io.weir.classify.spi.RequestPath;
import io.weir.guard.key.KeyFormat;
import io.weir.limit.Rate;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import io.weir.service.api.CheckRequest;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.credentials.PresentedCredentials;
import io.weir.service.http.BadRequest;
import io.weir.service.http.JsonFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the request of another system that a caller, such as a gateway, describes in the body of {@code /evaluate}. */
final class DescriptionReader {

    private static final String CREDENTIALS = "credentials";
    private static final List<String> FIELDS = List.of(
            "method",
            "path",
            "host",
            "ip",
            "user",
            "apiKey",
            "tenant",
            "tier",
            "headers",
            "claims",
            "facts",
            "permits",
            "key",
            CREDENTIALS,
            "challenge",
            "secure",
            "headerOrder",
            "contentType",
            "contentLength");
    private static final List<String> FIELDS_OF_KEYS = List.of("key", "permits");
    private static final Pattern METHOD = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,40}");
    private static final Pattern HOST = Pattern.compile("(?:\\[[^\\]]*\\]|[^:]*)(?::[0-9]*)?");

    /** The largest number that every reader of JSON reads exactly. */
    private static final long MOST_CONTENT_BYTES = (1L << 53) - 1;

    private static final String API_KEY = "apiKey";
    private static final String BEARER = "bearer";

    private DescriptionReader() {}

    static DescribedRequest read(JsonFields fields) {
        return read(fields, List.of());
    }

    /** Reads a request that is described among other fields. */
    static DescribedRequest read(JsonFields fields, List<String> others) {
        fields.only(
                others.isEmpty()
                        ? FIELDS
                        : Stream.concat(FIELDS.stream(), others.stream()).toList());
        long permits = fields.wholeNumber("permits").orElse(1L);
        if (permits < 1 || permits > Rate.MOST_PERMITS) {
            throw fields.wrong("permits", CheckRequest.POSSIBLE_PERMITS);
        }
        Request request = fields.has("key") ? ofKey(fields, permits) : ofHttp(fields, permits);
        return new DescribedRequest(request, credentials(fields), fields.text("challenge"), form(fields));
    }

    private static RequestForm form(JsonFields fields) {
        String target = fields.text("path").orElse("");
        int query = target.indexOf('?');
        Optional<Long> length = fields.wholeNumber("contentLength");
        if (length.isPresent() && (length.get() < 0 || length.get() > MOST_CONTENT_BYTES)) {
            throw fields.wrong(
                    "contentLength", "must be the number of bytes of the body, from 0 to " + MOST_CONTENT_BYTES);
        }
        return new RequestForm(
                query < 0 ? "" : target.substring(query + 1),
                fields.has("headers"),
                fields.textList("headerOrder").orElse(List.of()),
                fields.text("contentType"),
                length);
    }

    /** The credentials that are to be verified; empty if there are none. */
    private static Optional<PresentedCredentials> credentials(JsonFields fields) {
        if (!fields.has(CREDENTIALS)) {
            return Optional.empty();
        }
        JsonFields given = fields.object(CREDENTIALS).orElseThrow().only(List.of(API_KEY, BEARER));
        PresentedCredentials presented = new PresentedCredentials(given.text(API_KEY), given.text(BEARER));
        if (presented.apiKey().isPresent() && fields.has(API_KEY)) {
            throw fields.wrong(API_KEY, "must be left out beside credentials.apiKey, which says whose key it is");
        }
        if (presented.bearer().isPresent() && fields.has("user")) {
            throw fields.wrong("user", "must be left out beside credentials.bearer, which says who the user is");
        }
        if (fields.texts("facts").containsKey(CredentialChecks.FACT)) {
            throw fields.wrong(
                    "facts." + CredentialChecks.FACT, "must be left out beside credentials, which are verified here");
        }
        return presented.apiKey().isPresent() || presented.bearer().isPresent()
                ? Optional.of(presented)
                : Optional.empty();
    }

    private static Request ofKey(JsonFields fields, long permits) {
        for (String name : FIELDS) {
            if (fields.has(name) && !FIELDS_OF_KEYS.contains(name)) {
                throw fields.wrong(name, "must be left out where there is a key, which meets rules for keys alone");
            }
        }
        String key = fields.text("key").orElse("");
        try {
            return Request.ofKey(CheckRequest.valid(key), permits);
        } catch (BadRequest bad) {
            throw fields.wrong("key", bad.detail());
        }
    }

    private static Request ofHttp(JsonFields fields, long permits) {
        Caller caller = new Caller(
                name(fields, "user"),
                name(fields, "apiKey"),
                fields.text("tenant"),
                fields.text("tier"),
                fields.texts("claims"));
        return new Request(
                method(fields),
                host(fields),
                path(fields),
                address(fields),
                caller,
                headers(fields),
                Optional.empty(),
                permits,
                facts(fields));
    }

    /** What is told of the connection are facts too, under the names that the scores of bots read. */
    private static Map<String, String> facts(JsonFields fields) {
        Map<String, String> facts = fields.texts("facts");
        Optional<Boolean> secure = fields.flag("secure");
        Optional<List<String>> order = fields.textList("headerOrder");
        if (secure.isEmpty() && order.isEmpty()) {
            return facts;
        }
        Map<String, String> more = new HashMap<>(facts);
        secure.ifPresent(tls -> more.put("secure", tls.toString()));
        order.ifPresent(
                names -> more.put("header-order", String.join(",", names).toLowerCase(Locale.ROOT)));
        return more;
    }

    /** A name stands in counters and logs as it is, so it must not be a secret. */
    private static Optional<String> name(JsonFields fields, String field) {
        Optional<String> name = fields.text(field);
        if (name.filter(KeyFormat::isSecret).isPresent()) {
            throw fields.wrong(field, "must not be the secret of an API key, which belongs into credentials.apiKey");
        }
        return name;
    }

    private static String method(JsonFields fields) {
        String method = fields.text("method").orElse("");
        if (!METHOD.matcher(method).matches()) {
            throw fields.wrong("method", "must be given, such as GET");
        }
        return method;
    }

    /** The path without its query, as in a request itself. */
    private static String path(JsonFields fields) {
        String target =
                fields.text("path").orElseThrow(() -> fields.wrong("path", "must be given, such as /orders/42"));
        int query = target.indexOf('?');
        String raw = query < 0 ? target : target.substring(0, query);
        return Optional.of(raw)
                .filter(text -> text.indexOf('#') < 0)
                .flatMap(RequestPath::read)
                .orElseThrow(() -> fields.wrong(
                        "path",
                        "can be read in more than one way; it must begin with / and have no //, /./, /../, ; # and \\,"
                                + " nor an encoded / or %"));
    }

    private static String host(JsonFields fields) {
        String host = fields.text("host").orElse("");
        if (!HOST.matcher(host).matches()) {
            throw fields.wrong("host", "must be a name or address, such as api.example.com or [2001:db8::1]");
        }
        return host;
    }

    private static Optional<IpAddress> address(JsonFields fields) {
        return fields.text("ip")
                .map(text -> IpAddress.parse(text)
                        .orElseThrow(() -> fields.wrong("ip", "must be an address, such as 192.0.2.1 or 2001:db8::1")));
    }

    private static Map<String, String> headers(JsonFields fields) {
        Map<String, String> sent = fields.texts("headers");
        if (sent.isEmpty()) {
            return sent;
        }
        Map<String, String> headers = new HashMap<>();
        sent.forEach((name, value) -> {
            if (headers.put(name.toLowerCase(Locale.ROOT), value) != null) {
                throw fields.wrong("headers." + name, "must be given once, in whatever case");
            }
        });
        return headers;
    }
}
