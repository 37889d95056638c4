/**
 * Kinds of challenges: CAPTCHAs of three providers, and a proof of work of our own. When a challenge is asked for is the matter of
 * rules, not of this package.
 */
@NullMarked
package io.weir.guard.challenge;

import org.jspecify.annotations.NullMarked;
