/**
 * Text and number formats of HTTP that several modules of Weir share. This package is internal: its types may change in
 * any release, and applications must not use them.
 */
@NullMarked
package io.weir.http.internal;

import org.jspecify.annotations.NullMarked;
