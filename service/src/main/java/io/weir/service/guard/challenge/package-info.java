/**
 * Challenges that this service hands out and checks: their settings, and what becomes of an answer. When one is asked for is said by
 * rules.
 */
@NullMarked
package io.weir.service.guard.challenge;

import org.jspecify.annotations.NullMarked;
