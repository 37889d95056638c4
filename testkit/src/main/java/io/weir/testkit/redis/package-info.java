/**
 * Real Redis processes for tests: a server, a cluster, a sentinel. Proxies that disturb the connection to them are in
 * {@code io.weir.testkit.fault}.
 */
@NullMarked
package io.weir.testkit.redis;

import org.jspecify.annotations.NullMarked;
