/**
 * Reads access logs: formats, their fields and times, compressed files, and lines that cannot be read. Nothing here knows
 * of policies; what a line means becomes an {@link io.weir.lab.traffic.Arrival}.
 */
@NullMarked
package io.weir.lab.log;

import org.jspecify.annotations.NullMarked;
