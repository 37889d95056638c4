package io.weir.service.credentials;

import java.util.Optional;

/**
 * What a client presented to prove who it is. Its text leaves out the secrets.
 *
 * @param apiKey the API key itself, not its id
 * @param bearer the token
 */
public record PresentedCredentials(Optional<String> apiKey, Optional<String> bearer) {

    @Override
    public String toString() {
        return "PresentedCredentials[…]";
    }
}
