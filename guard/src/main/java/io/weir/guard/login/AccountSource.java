package io.weir.guard.login;

import io.weir.classify.IpAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An account at one source of attempts, whose failures are counted together. Its text does not show the account.
 *
 * @param account the name, however it is spelled
 * @param address of the attempts from devices that are not known
 * @param device the id of a known device, instead of an address
 */
public record AccountSource(String account, Optional<IpAddress> address, Optional<String> device) {

    private static final Pattern DEVICE = Pattern.compile("[0-9a-f]{32}");

    public AccountSource {
        device.filter(id -> !DEVICE.matcher(id).matches()).ifPresent(id -> {
            throw new IllegalArgumentException(
                    "the id of a device has 32 hexadecimal digits, but this is \"" + id + "\"");
        });
    }

    public static AccountSource of(String account, IpAddress address) {
        return new AccountSource(account, Optional.of(address), Optional.empty());
    }

    public static AccountSource ofDevice(String account, String device) {
        return new AccountSource(account, Optional.empty(), Optional.of(device));
    }

    @Override
    public String toString() {
        return "AccountSource[" + device.map(id -> "device:" + id).orElse("ip") + "]";
    }
}
