package io.weir.policyfile.internal.envoy;

import io.weir.store.spi.KeyText;
import java.util.List;

/**
 * Names counters, such as {@code envoy:shop:remote_address:192.0.2.7} with the rule {@code #minute}. No key of a
 * caller and no rule of a policy can have such a name, and no two descriptors share one. Windows of different lengths
 * are different counters.
 */
public final class CounterKey {

    private static final String FRONT = "envoy:";
    private static final int LONGEST = 768;

    private CounterKey() {}

    public static String of(String domain, List<Entry> entries) {
        StringBuilder key =
                new StringBuilder(plainLength(domain, entries)).append(FRONT).append(KeyText.encodedPart(domain));
        for (Entry entry : entries) {
            key.append(':').append(KeyText.encodedPart(entry.key()));
            key.append(':').append(KeyText.encodedPart(entry.value()));
        }
        // A longer name becomes a digest, which is a single part, while all other names have three parts or more.
        return key.length() > FRONT.length() + LONGEST
                ? FRONT + KeyText.encodedPart(key.substring(FRONT.length()))
                : key.toString();
    }

    /** Returns the length of the key if nothing in it has to be encoded, as is usual. */
    private static int plainLength(String domain, List<Entry> entries) {
        int length = FRONT.length() + domain.length();
        for (Entry entry : entries) {
            length += 1 + entry.joinedLength();
        }
        return Math.min(length, LONGEST);
    }

    static String rule(Allowance allowance) {
        return "#"
                + allowance
                        .unit()
                        .map(Unit::keyName)
                        .orElseGet(() -> allowance.period().toString());
    }
}
