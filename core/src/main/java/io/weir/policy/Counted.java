package io.weir.policy;

import io.weir.store.spi.KeyText;

/**
 * Whom a rule counts.
 *
 * @param key what keys of the subject's counters begin with: {@code user:42}
 */
record Counted(Subject subject, String key) {

    static Counted ofPlainKey(String key) {
        return new Counted(new Subject(Dimension.PLAIN_KEY.type(), key), key);
    }

    static Counted of(String type, String identifier) {
        return new Counted(
                new Subject(type, identifier), KeyText.encodedPart(type) + ":" + KeyText.encodedPart(identifier));
    }
}
