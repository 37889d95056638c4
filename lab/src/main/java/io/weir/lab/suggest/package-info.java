/**
 * Limits that would have fitted the traffic: how much each subject needed, the choice of round numbers, and their proof by
 * replay.
 */
@NullMarked
package io.weir.lab.suggest;

import org.jspecify.annotations.NullMarked;
