/**
 * Finds the rules that match a request and computes the charges of each. These types are no promise to users and may
 * change in any release.
 */
@NullMarked
package io.weir.policy.internal;

import org.jspecify.annotations.NullMarked;
