/**
 * The commands that show, export and verify the audit of a running server. They change nothing.
 */
@NullMarked
package io.weir.cli.audit;

import org.jspecify.annotations.NullMarked;
