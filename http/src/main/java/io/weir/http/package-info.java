/**
 * Policies in front of HTTP applications: reads requests, checks them against a gate, writes the replies, and offers a
 * servlet filter that does all three. Code that needs Spring, Netty or another web framework does not belong here.
 */
@NullMarked
package io.weir.http;

import org.jspecify.annotations.NullMarked;
