/**
 * Identifies the callers of requests by API keys, principals and tokens. What a web stack does with the caller belongs to
 * {@code web}. This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.caller;

import org.jspecify.annotations.NullMarked;
