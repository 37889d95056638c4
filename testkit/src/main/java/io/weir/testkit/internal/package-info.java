/**
 * Checks that modules of Weir share in their own tests. This package may change without notice; contracts and tools
 * for users of the library do not belong here.
 */
@NullMarked
package io.weir.testkit.internal;

import org.jspecify.annotations.NullMarked;
