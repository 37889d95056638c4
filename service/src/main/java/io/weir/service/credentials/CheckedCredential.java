package io.weir.service.credentials;

/**
 * A credential that was verified, without its secret.
 *
 * @param code the word in answers, such as {@code valid} or {@code expired}
 */
public record CheckedCredential(Kind kind, String code, Standing standing) {

    /** The kind of a credential. */
    public enum Kind {
        API_KEY("api-key"),
        BEARER("bearer");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public boolean isValid() {
        return standing == Standing.VALID;
    }
}
