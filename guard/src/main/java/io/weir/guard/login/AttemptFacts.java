package io.weir.guard.login;

import io.weir.classify.IpAddress;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What rules and events know of an attempt, even in another process.
 *
 * @param account as {@link LoginNames} writes it
 * @param device the id of the known device
 */
record AttemptFacts(LoginStep step, String account, Optional<String> device, Optional<IpAddress> address) {

    static final String LOGIN = "login";
    static final String PASSWORD = "password";
    static final String ACCOUNT = "account";
    static final String SOURCE = "source";
    private static final String DEVICE = "device";
    private static final String NONE = "-";
    private static final int PARTS = 4;

    /** Reads what {@link #note} wrote. */
    static AttemptFacts read(String note) {
        String[] parts = note.split(" ", PARTS);
        return new AttemptFacts(
                LoginStep.valueOf(parts[0]),
                parts[1],
                Optional.of(parts[2]).filter(device -> !device.equals(NONE)),
                IpAddress.parse(parts[3]));
    }

    String note() {
        return String.join(
                " ",
                step.name(),
                account,
                device.orElse(NONE),
                address.map(IpAddress::toString).orElse(NONE));
    }

    /** The known device, or the address as rules count it: where the failures of one account are counted together. */
    String source(int ipv6Prefix) {
        return device.map(id -> "device:" + id)
                .orElseGet(
                        () -> "ip:" + address.map(ip -> ip.subject(ipv6Prefix)).orElse("unknown"));
    }

    /** Returns the attempt as a request that the rules for logins match. */
    Request request(LoginRules rules) {
        Map<String, String> facts = new HashMap<>();
        facts.put(LOGIN, step.word());
        facts.put(ACCOUNT, account);
        facts.put(SOURCE, source(rules.all().ipv6Prefix()));
        device.ifPresent(id -> facts.put(DEVICE, id));
        return new Request("POST", "", rules.path(), address, Caller.ANONYMOUS, Map.of(), Optional.empty(), 1, facts);
    }
}
