/**
 * Shows operators the subjects that call most and those that are rejected. Names of subjects appear in lists and logs only, never
 * as tags of meters.
 */
@NullMarked
package io.weir.metrics.subjects;

import org.jspecify.annotations.NullMarked;
