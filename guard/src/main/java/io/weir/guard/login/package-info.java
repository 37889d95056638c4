/**
 * Logins: who may try a password now, and what becomes of the account's counters when the outcome is known. All limits are
 * rules of the policy; nothing here counts by itself, and challenges are made and checked elsewhere.
 */
@NullMarked
package io.weir.guard.login;

import org.jspecify.annotations.NullMarked;
