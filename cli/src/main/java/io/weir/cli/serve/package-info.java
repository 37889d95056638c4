/**
 * The command {@code weir serve}: its options, the settings they make, and what it prints at the start. The service itself lives in
 * {@code io.weir.service} and knows nothing of options.
 */
@NullMarked
package io.weir.cli.serve;

import org.jspecify.annotations.NullMarked;
