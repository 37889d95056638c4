/**
 * Policies in flat configuration properties, such as Spring's, turned into the tree that a YAML file would give.
 * Where properties come from does not belong here. This package is for modules of Weir only and may change without
 * notice.
 */
@NullMarked
package io.weir.policyfile.internal.properties;

import org.jspecify.annotations.NullMarked;
