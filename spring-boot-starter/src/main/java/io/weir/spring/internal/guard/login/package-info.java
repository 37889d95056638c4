/**
 * Asks the login guard before Spring Security tests a password. Types of the servlet stack and of Reactor do not meet in one class.
 * This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.guard.login;

import org.jspecify.annotations.NullMarked;
