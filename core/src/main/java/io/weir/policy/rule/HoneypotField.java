package io.weir.policy.rule;

/**
 * A field of a form that people do not see, so that only a program fills it in.
 *
 * @param path to which the form is sent
 * @param name of the field
 */
public record HoneypotField(PathPattern path, String name) {

    /** The fact of a request whose form has the field filled in: its name. */
    public static final String FACT = "honeypot";

    /** Returns whether requests like this one may have the field. */
    public boolean isExpectedIn(String method, String requested) {
        return !Match.READING.contains(method) && path.matches(requested);
    }
}
