/**
 * Gathers calls into batches and runs each batch as one script, on a single server or on each slot of a Cluster. Connections and the
 * text of scripts live elsewhere. This package is no promise to users and may change at any time.
 */
@NullMarked
package io.weir.redis.internal.batch;

import org.jspecify.annotations.NullMarked;
