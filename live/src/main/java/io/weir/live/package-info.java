/**
 * Policies that change while the application runs: one versioned document that a fleet follows and edits, or a
 * watched file. The syntax of policies belongs to {@code io.weir.policyfile}; nothing here depends on Redis, which is
 * one {@link io.weir.document.spi.Document} of several.
 */
@NullMarked
package io.weir.live;

import org.jspecify.annotations.NullMarked;
