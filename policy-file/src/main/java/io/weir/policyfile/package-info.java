/** Policies in YAML files, and all that is wrong with one told at once. */
@NullMarked
package io.weir.policyfile;

import org.jspecify.annotations.NullMarked;
