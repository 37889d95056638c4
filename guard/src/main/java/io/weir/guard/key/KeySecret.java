package io.weir.guard.key;

/**
 * The secret of a key, as its owner presents it. Its text is a hint that tells keys apart and opens nothing; only
 * {@link #reveal} returns the secret.
 */
public final class KeySecret {

    private static final int SHOWN_AT_EACH_END = 4;
    private static final int SHORTEST_WITH_HINT = 32;

    private final String text;

    KeySecret(String text) {
        this.text = text;
    }

    /** Takes a secret that is already in use elsewhere, of whatever form. */
    public static KeySecret of(String text) {
        return new KeySecret(text);
    }

    /** Returns the secret itself, to be handed to its owner once. */
    public String reveal() {
        return text;
    }

    /** Returns the prefix with the first and the last four characters: {@code weir_live_4hKq…Lq17}. */
    public String hint() {
        if (text.length() < SHORTEST_WITH_HINT) {
            return "…";
        }
        int random = text.lastIndexOf('_', text.length() - SHORTEST_WITH_HINT) + 1;
        return text.substring(0, random + SHOWN_AT_EACH_END) + "…" + text.substring(text.length() - SHOWN_AT_EACH_END);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeySecret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return hint();
    }
}
