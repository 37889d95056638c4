/**
 * The API keys and tokens that clients of other systems present, and that these systems pass on to be verified. The tokens and keys
 * with which the service itself is called are verified in {@code access} and {@code guard}.
 */
@NullMarked
package io.weir.service.credentials;

import org.jspecify.annotations.NullMarked;
