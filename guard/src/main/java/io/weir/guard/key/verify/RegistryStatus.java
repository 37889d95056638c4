package io.weir.guard.key.verify;

import java.time.Duration;
import java.util.Optional;

/**
 * What a registry knows.
 *
 * @param keys how many keys it holds, revoked ones included
 * @param age how long ago the keys were as in the database; empty if they were never read
 * @param databaseUp whether the last attempt to read them succeeded
 * @param full whether keys were left out because there are too many
 */
public record RegistryStatus(int keys, Optional<Duration> age, boolean databaseUp, boolean full) {

    /** Whether keys were read at all, from the database or from the snapshot. */
    public boolean isLoaded() {
        return age.isPresent();
    }
}
