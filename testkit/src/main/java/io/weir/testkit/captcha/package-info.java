/**
 * Providers of CAPTCHAs as real HTTP servers on this machine, for tests without the internet. Nothing here knows how answers are
 * used.
 */
@NullMarked
package io.weir.testkit.captcha;

import org.jspecify.annotations.NullMarked;
