package io.weir.http.internal;

/** Writes problem details by RFC 9457, the body of every error that Weir sends over HTTP. */
public final class Problem {

    public static final String CONTENT_TYPE = "application/problem+json";

    private static final String ABOUT_BLANK = "about:blank";

    private Problem() {}

    /** Returns the common fields of a problem, to which the caller may add fields of its own. */
    public static JsonObject of(int status, String title, String detail) {
        return of(status, ABOUT_BLANK, title, detail);
    }

    /** Returns the common fields of a problem of a certain type, which clients can recognize. */
    public static JsonObject of(int status, String type, String title, String detail) {
        return new JsonObject()
                .add("type", type)
                .add("title", title)
                .add("status", status)
                .add("detail", detail);
    }
}
