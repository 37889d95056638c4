/**
 * Reads the settings and the policy from Spring's environment and reports what is wrong with them, and where. Nothing
 * here decides on requests. This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.settings;

import org.jspecify.annotations.NullMarked;
