/**
 * The traffic that is replayed: requests with their times, in batches, in the order of time, and the callers that send them.
 * Nothing here knows where it comes from or what becomes of it.
 */
@NullMarked
package io.weir.lab.traffic;

import org.jspecify.annotations.NullMarked;
