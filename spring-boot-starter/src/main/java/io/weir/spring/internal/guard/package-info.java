/**
 * Opens the guard on the application's database: API keys, their administration and the audit. No other package may depend on
 * this one, since an application need not have weir-guard-jdbc. This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.guard;

import org.jspecify.annotations.NullMarked;
