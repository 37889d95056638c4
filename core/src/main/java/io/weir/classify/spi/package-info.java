/**
 * How the edges of Weir read a host name and a path, and what they report as an attempt to bypass the rules. These types are no
 * promise: they may change in any release.
 */
@NullMarked
package io.weir.classify.spi;

import org.jspecify.annotations.NullMarked;
