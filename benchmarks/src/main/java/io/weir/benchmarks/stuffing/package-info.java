/**
 * An attack on logins with stolen passwords, in virtual time: how many are tested, and what real users notice of it. Says
 * nothing about speed.
 */
@NullMarked
package io.weir.benchmarks.stuffing;

import org.jspecify.annotations.NullMarked;
