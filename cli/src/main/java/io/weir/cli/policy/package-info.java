/**
 * The commands below {@code weir policy}, which read, convert, show and change policies. The rules of reading a policy live in
 * {@code io.weir.policyfile}, not here.
 */
@NullMarked
package io.weir.cli.policy;

import org.jspecify.annotations.NullMarked;
