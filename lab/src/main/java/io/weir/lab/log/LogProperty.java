package io.weir.lab.log;

import java.util.List;
import java.util.Locale;

/** What the lab needs to know of a request, and the names under which logs usually have it, the best first. */
public enum LogProperty {
    /** The time at which the request began. */
    BEGIN("time_begin", "request_creation_time", "StartUTC", "start_time"),

    /** The time of the line, which servers write when the answer has ended. */
    TIME("msec", "time_iso8601", "time_local", "ts", "time", "timestamp", "@timestamp", "datetime"),

    /** The day, where {@link #TIME} is the time of day only. */
    DAY("date"),
    TOOK("request_time", "request_time_millis", "request_time_micros", "duration", "Duration", "time-taken"),

    /** Method, path and protocol in one field. */
    REQUEST("request", "request_line"),
    METHOD("request_method", "method", "request.method", "RequestMethod", "cs-method", "http_method", "verb"),
    PATH("request_uri", "uri", "request.uri", "RequestPath", "cs-uri-stem", "path", "url", "request_path"),
    HOST("http_host", "host", "server_name", "request.host", "RequestHost", "x-host-header", "cs(Host)", "domain"),
    ADDRESS(
            "remote_addr",
            "request.remote_ip",
            "remote_ip",
            "ClientHost",
            "c-ip",
            "client_ip",
            "clientip",
            "ip",
            "address",
            "remote_address"),
    FORWARDED("http_x_forwarded_for", "x_forwarded_for", "request.headers.X-Forwarded-For", "x-forwarded-for"),
    STATUS("status", "DownstreamStatus", "sc-status", "status_code", "response_code", "code"),
    USER("remote_user", "user_id", "ClientUsername", "user", "user.id", "cs-username", "userid"),
    API_KEY("api_key_id", "apikey", "api_key"),
    TENANT("tenant", "tenant_id"),
    TIER("tier", "plan"),
    COST("cost"),
    AGENT("http_user_agent", "user_agent", "request.headers.User-Agent", "request_User-Agent", "cs(User-Agent)");

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> names;

    LogProperty(String... names) {
        this.names = List.of(names);
    }

    List<String> names() {
        return names;
    }

    /** Returns the word for the property in {@code --map}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
