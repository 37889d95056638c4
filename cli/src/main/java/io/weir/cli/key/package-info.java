/**
 * The commands about API keys. A secret is printed only by the command that makes it, and is never read from a command line.
 */
@NullMarked
package io.weir.cli.key;

import org.jspecify.annotations.NullMarked;
