/**
 * The commands about blocked subjects and locked accounts of a running server.
 */
@NullMarked
package io.weir.cli.guard;

import org.jspecify.annotations.NullMarked;
