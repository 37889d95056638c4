/**
 * Decides who may call the service: tokens, and the addresses of callers. No limit is decided here.
 */
@NullMarked
package io.weir.service.access;

import org.jspecify.annotations.NullMarked;
