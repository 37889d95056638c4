package io.weir.redis;

import io.weir.store.Charge;
import io.weir.store.KeyText;

/**
 * The name of a counter in Redis: {@code rate_limiter:token_bucket:user:12345} for a caller's key,
 * {@code rate_limiter:token_bucket:user:12345:/orders#orders} for a rule's.
 *
 * <p>A caller's key is {@linkplain KeyText encoded}: no two keys have one name, none has a hash tag that would draw it to
 * another's slot, and none can name what has a {@code #} in it, as rules' keys have, whose parts are encoded already.
 */
final class KeyName {

    private KeyName() {}

    static String of(Charge charge) {
        String key = charge.rule().isEmpty() ? encoded(charge.key()) : charge.key() + charge.rule();
        return "rate_limiter:" + charge.limit().algorithm().keyName() + ":" + key;
    }

    static String encoded(String key) {
        return KeyText.encoded(key);
    }
}
