/**
 * Finds the rules that match a request, and makes the charges of each. These types are no promise: they may change in any release.
 */
@NullMarked
package io.weir.policy.internal;

import org.jspecify.annotations.NullMarked;
