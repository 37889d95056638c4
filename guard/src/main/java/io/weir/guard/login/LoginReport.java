package io.weir.guard.login;

import io.weir.policy.SealedReceipts.Settled;
import java.util.Optional;

/**
 * What became of a reported outcome.
 *
 * @param settled whether the report counted; anything but {@code SETTLED} has changed nothing
 * @param locked whether the subject is locked now
 * @param device the device to remember, after a success
 */
public record LoginReport(Settled settled, boolean locked, Optional<KnownDevice> device) {

    static LoginReport nothing(Settled why) {
        return new LoginReport(why, false, Optional.empty());
    }
}
