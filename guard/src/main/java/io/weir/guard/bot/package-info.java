/**
 * How much a request looks like one of a program instead of a person's browser, as a score with named reasons. What happens to
 * such requests is the matter of rules, which read the score as a fact.
 */
@NullMarked
package io.weir.guard.bot;

import org.jspecify.annotations.NullMarked;
