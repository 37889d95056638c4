/** Scores of described requests for how much they look like those of programs. What a score leads to is said by rules. */
@NullMarked
package io.weir.service.guard.bot;

import org.jspecify.annotations.NullMarked;
