package io.weir.guard.login;

import java.time.Duration;

/**
 * A lock that is in force.
 *
 * @param left how long it still lasts
 */
public record LoginLock(LoginStep step, String rule, Duration left) {}
