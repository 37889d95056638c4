/**
 * Challenges that the sender of a request has to pass, such as a CAPTCHA: what a page needs to show one, and whether an answer is
 * right. The kinds of challenges live elsewhere, and rules decide when one is asked for.
 */
@NullMarked
package io.weir.policy.challenge;

import org.jspecify.annotations.NullMarked;
