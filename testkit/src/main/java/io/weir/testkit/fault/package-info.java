/**
 * A TCP proxy that delays, drops and cuts connections, so that tests can show how a client survives it. Nothing here knows the
 * protocol that passes through.
 */
@NullMarked
package io.weir.testkit.fault;

import org.jspecify.annotations.NullMarked;
