/**
 * Attacks on logins over HTTP, for every body of Weir that guards logins. Nothing here knows how a login is sent or answered.
 */
@NullMarked
package io.weir.testkit.login;

import org.jspecify.annotations.NullMarked;
