/**
 * The commands that ask a running server about keys, subjects and requests. Commands about policies live in {@code io.weir.cli.policy}.
 */
@NullMarked
package io.weir.cli.ask;

import org.jspecify.annotations.NullMarked;
