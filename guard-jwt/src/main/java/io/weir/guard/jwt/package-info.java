/**
 * Tokens that somebody else issued: whether they are genuine, meant for this API and still good, and what they say. No session
 * is kept here, and nothing is decided about what a token's subject may do.
 */
@NullMarked
package io.weir.guard.jwt;

import org.jspecify.annotations.NullMarked;
