/**
 * Clients and servers for tests, which know the other side by its address only. No class of Weir may be used here, so that these clients
 * share no mistake with it.
 */
@NullMarked
package io.weir.blackbox;

import org.jspecify.annotations.NullMarked;
