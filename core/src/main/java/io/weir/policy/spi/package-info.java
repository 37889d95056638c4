/**
 * Extension points by which other modules of Weir trace and observe the checks of a gate. These types are no promise to
 * users and may change in any release.
 */
@NullMarked
package io.weir.policy.spi;

import org.jspecify.annotations.NullMarked;
