package io.weir.guard.login;

/** Receives what happens at logins. Runs on the thread of the login, so it must be fast, and must be thread-safe. */
@FunctionalInterface
public interface LoginListener {

    void happened(LoginEvent event);

    /** Returns a listener that calls both, this one first. */
    default LoginListener and(LoginListener other) {
        return event -> {
            happened(event);
            other.happened(event);
        };
    }
}
