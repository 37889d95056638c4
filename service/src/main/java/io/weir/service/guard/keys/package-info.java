/**
 * The REST calls about API keys: what they read from requests, and what they answer. The database is only reached through the
 * guard's own thread.
 */
@NullMarked
package io.weir.service.guard.keys;

import org.jspecify.annotations.NullMarked;
