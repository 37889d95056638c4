package io.weir.guard.key.verify;

import io.weir.guard.key.spi.StoredKey;
import java.time.Instant;
import java.util.List;

/** All keys as they were at an instant, after the change of that number. */
record KeySnapshot(long changeNumber, Instant takenAt, List<StoredKey> keys) {}
