/** Arithmetic that several packages of this module share. This package is no promise to users and may change at any time. */
@NullMarked
package io.weir.metrics.internal;

import org.jspecify.annotations.NullMarked;
