/**
 * Connects the guard to the service: opens its database beside the start, verifies the keys of callers, and reports its health. No
 * REST call is answered here.
 */
@NullMarked
package io.weir.service.guard;

import org.jspecify.annotations.NullMarked;
