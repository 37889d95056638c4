/** Which limits a request meets: rules, the policy they make up, and the gate that charges them all at once. */
@NullMarked
package io.weir.policy;

import org.jspecify.annotations.NullMarked;
