package io.weir.guard.key.spi;

import io.weir.guard.key.KeyUse;

/** What is to be added to the use of a key. */
public record UsedKey(String id, KeyUse use) {}
