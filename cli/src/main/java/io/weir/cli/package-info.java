/**
 * The {@code weir} command with all its subcommands, as {@code weir.jar} has it. A subcommand lives in a package below this one, never
 * here.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
