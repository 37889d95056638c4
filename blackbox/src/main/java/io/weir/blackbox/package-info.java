/**
 * Clients and servers for tests that know only the address of the other side. No class of Weir may be used here, so that these clients
 * share no mistake with it.
 */
@NullMarked
package io.weir.blackbox;

import org.jspecify.annotations.NullMarked;
