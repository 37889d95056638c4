/**
 * API keys as values: what a key is, how its secret is written and read, and how keys that leaked into files are found.
 * Nothing here keeps or changes a key.
 */
@NullMarked
package io.weir.guard.key;

import org.jspecify.annotations.NullMarked;
