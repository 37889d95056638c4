/**
 * Writes the log of the service so that callers can neither flood it nor forge records. Nothing here decides what is logged.
 */
@NullMarked
package io.weir.service.log;

import org.jspecify.annotations.NullMarked;
