/**
 * Replays traffic against policies on virtual time, with the same engine as in production, and counts what becomes of it.
 * Nothing here reads files or writes reports.
 */
@NullMarked
package io.weir.lab.replay;

import org.jspecify.annotations.NullMarked;
