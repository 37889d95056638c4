/**
 * IP addresses and networks, and the rules for finding the caller's address behind trusted proxies. Users, API keys and
 * other identities do not belong here; they are in {@code io.weir.policy.rule}.
 */
@NullMarked
package io.weir.classify;

import org.jspecify.annotations.NullMarked;
