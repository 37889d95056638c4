package io.weir.redis.internal.script;

import io.weir.store.Charge;
import io.weir.store.spi.KeyText;

/**
 * The name of a counter in Redis:
 *
 * <ul>
 *   <li>{@code rate_limiter:token_bucket:user:12345} for a key alone,
 *   <li>{@code rate_limiter:token_bucket:user:12345#limit:10/s} for a key and a limit's numbers,
 *   <li>{@code rate_limiter:token_bucket:user:12345#name:logins} for a key and a name,
 *   <li>{@code rate_limiter:token_bucket:user:12345:/orders#orders} for a rule.
 * </ul>
 *
 * <p>A caller's key is {@linkplain KeyText encoded}: no two keys have one name, none has a hash tag that would draw it to
 * another's slot, and none has a {@code #} in it. The name of a rule has no colon, so that no caller can name a rule's counter.
 */
public final class KeyName {

    private KeyName() {}

    public static String of(Charge charge) {
        return "rate_limiter:" + charge.limit().algorithm().keyName() + ":" + key(charge);
    }

    private static String key(Charge charge) {
        if (charge.counter().isOfRule()) {
            return charge.key() + charge.rule();
        }
        String key = encoded(charge.key());
        return charge.rule().isEmpty() ? key : key + "#" + charge.rule();
    }

    public static String encoded(String key) {
        return KeyText.encoded(key);
    }
}
