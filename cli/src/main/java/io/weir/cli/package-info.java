/**
 * The {@code weir} command: its subcommands that ask a running server, and the parts that every command is made of. Nothing here decides
 * a request; the load generator is {@code io.weir.bench}.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
