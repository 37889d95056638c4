/**
 * Random but repeatable schedules of calls, made from a seed. Nothing here runs a schedule or knows the right answers.
 */
@NullMarked
package io.weir.testkit.schedule;

import org.jspecify.annotations.NullMarked;
