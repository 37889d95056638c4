package io.weir.guard.key.verify;

import io.weir.guard.key.KeyUse;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import io.weir.guard.key.spi.UsedKey;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A key in memory, and how much it was used since this was last written. */
final class KeyEntry {

    private static final long SECONDS_IN_MINUTE = 60;

    private final AtomicLong uses = new AtomicLong();
    private volatile StoredKey stored;
    private volatile int lastUsedMinute;

    KeyEntry(StoredKey stored) {
        this.stored = stored;
    }

    StoredKey stored() {
        return stored;
    }

    void replace(StoredKey other) {
        stored = other;
    }

    @Nullable
    StoredSecret secret(SecretHash hash) {
        for (StoredSecret secret : stored.secrets()) {
            if (secret.hash().equals(hash)) {
                return secret;
            }
        }
        return null;
    }

    /** Returns whether it is the first use since uses were last taken. */
    boolean use(Instant now) {
        int minute = (int) (now.getEpochSecond() / SECONDS_IN_MINUTE);
        if (lastUsedMinute != minute) {
            lastUsedMinute = minute;
        }
        return uses.getAndIncrement() == 0;
    }

    UsedKey takeUses() {
        Instant last = Instant.ofEpochSecond(lastUsedMinute * SECONDS_IN_MINUTE);
        return new UsedKey(stored.id(), new KeyUse(Optional.of(last), uses.getAndSet(0)));
    }

    /** Takes back uses that could not be written. Returns whether they are the first. */
    boolean giveBack(long number) {
        return uses.getAndAdd(number) == 0;
    }
}
