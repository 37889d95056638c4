/**
 * What administrators do with keys: create, rotate, revoke and so on. Each change and its row in the audit are made together
 * or not at all; presented keys are verified elsewhere.
 */
@NullMarked
package io.weir.guard.key.admin;

import org.jspecify.annotations.NullMarked;
