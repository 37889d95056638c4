package io.weir.guard.key.admin;

/** There is no key of that id. */
public final class KeyNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1;

    KeyNotFoundException(String id) {
        super("There is no key " + shown(id) + "; nothing was changed");
    }

    /** A secret that was given by mistake is not repeated. */
    private static String shown(String id) {
        return id.matches("[0-9A-Za-z._-]{1,30}") ? id : "of this id";
    }
}
