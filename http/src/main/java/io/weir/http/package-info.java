/** Policies in front of HTTP applications: how requests are read, verdicts worded, and a servlet filter that does both. */
@NullMarked
package io.weir.http;

import org.jspecify.annotations.NullMarked;
