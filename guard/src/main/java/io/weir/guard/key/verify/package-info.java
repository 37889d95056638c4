/**
 * Whether a presented key is good: all keys in memory, kept up to date from where they are stored. Nothing here changes a
 * key, and no request waits for a database.
 */
@NullMarked
package io.weir.guard.key.verify;

import org.jspecify.annotations.NullMarked;
