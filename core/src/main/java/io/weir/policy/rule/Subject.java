package io.weir.policy.rule;

/**
 * The entity that a rule counts, such as {@code user:42}.
 *
 * @param type the kind of identifier: {@code global}, {@code ip}, {@code user}, {@code apikey}, …
 */
public record Subject(String type, String identifier) {

    /** Reads a text such as {@code tenant:acme}. */
    public static Subject parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1) {
            throw new IllegalArgumentException(
                    "Cannot read the subject \"" + text + "\": write its type and identifier, such as tenant:acme");
        }
        return new Subject(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
        return type + ":" + identifier;
    }
}
