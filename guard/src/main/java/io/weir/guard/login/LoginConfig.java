package io.weir.guard.login;

import io.weir.guard.secret.Pepper;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How a guard works.
 *
 * @param pepper under which accounts, cookies and sealed attempts are kept secret; the same in all processes
 * @param deviceAge for how long a device is known after its last login
 */
public record LoginConfig(Pepper pepper, TimeSource time, Duration deviceAge, LoginListener listener) {

    private static final Duration USUAL_AGE = Duration.ofDays(180);

    public LoginConfig {
        if (deviceAge.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("a device is known for a minute at least, not for " + deviceAge);
        }
    }

    public static LoginConfig of(Pepper pepper, TimeSource time) {
        return new LoginConfig(pepper, time, USUAL_AGE, event -> {});
    }

    public LoginConfig withDeviceAge(Duration other) {
        return new LoginConfig(pepper, time, other, listener);
    }

    public LoginConfig withListener(LoginListener other) {
        return new LoginConfig(pepper, time, deviceAge, other);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }
}
