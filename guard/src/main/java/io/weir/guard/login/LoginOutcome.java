package io.weir.guard.login;

/** How an attempt ended. */
public enum LoginOutcome {
    SUCCESS(200),

    /** The password or code was wrong, or there is no such account. */
    FAILURE(401),

    /** Nothing was found out about the password: an error of our own, a cancelled login, too many sessions. */
    ABANDONED(500);

    private final int status;

    LoginOutcome(int status) {
        this.status = status;
    }

    /** Returns the status by which rules with {@code count-on} tell the outcomes apart. */
    int status() {
        return status;
    }
}
