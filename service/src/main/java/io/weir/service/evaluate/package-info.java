/**
 * Requests of other systems that are described to the service: reading a description, finding out about its sender, the verdict of
 * the policy, and what the response changes about it. Checks of a key alone live elsewhere.
 */
@NullMarked
package io.weir.service.evaluate;

import org.jspecify.annotations.NullMarked;
