/**
 * What the service knows of one subject: its counters and denials, and all that is kept of a person, with a class for each place
 * where it is kept, which shows and erases it. What belongs to no subject may not live here.
 */
@NullMarked
package io.weir.service.subject;

import org.jspecify.annotations.NullMarked;
