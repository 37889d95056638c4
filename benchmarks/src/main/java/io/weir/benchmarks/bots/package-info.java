/**
 * How many bots the classifier recognizes, and how many people it takes for bots: real headers of many clients, and what
 * bots and people do with them in virtual time.
 */
@NullMarked
package io.weir.benchmarks.bots;

import org.jspecify.annotations.NullMarked;
