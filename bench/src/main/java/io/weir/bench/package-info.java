/**
 * The load generator {@code weir bench}: checks as fast as a server answers, and scenarios at an even pace. Nothing that a deployed
 * service needs may live here, because {@code weir.jar} does not contain this package.
 */
@NullMarked
package io.weir.bench;

import org.jspecify.annotations.NullMarked;
