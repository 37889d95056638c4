/**
 * The pepper: the secret of an installation that its database does not contain, and the keyed hashes made with it. Nothing
 * here knows what is hashed.
 */
@NullMarked
package io.weir.guard.secret;

import org.jspecify.annotations.NullMarked;
