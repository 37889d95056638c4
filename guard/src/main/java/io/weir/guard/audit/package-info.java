/**
 * The audit: what happened, kept in a chain of keyed hashes, so that no row can be changed or removed unnoticed. Where rows
 * are kept is behind {@link io.weir.guard.audit.AuditLog}.
 */
@NullMarked
package io.weir.guard.audit;

import org.jspecify.annotations.NullMarked;
