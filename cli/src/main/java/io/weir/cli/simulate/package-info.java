/**
 * {@code weir simulate}: replays logs against policies. Options, policies and progress live here; reading, replaying and
 * reporting belong to {@code io.weir.lab}.
 */
@NullMarked
package io.weir.cli.simulate;

import org.jspecify.annotations.NullMarked;
