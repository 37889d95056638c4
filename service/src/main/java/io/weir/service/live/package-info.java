/**
 * What the dashboard shows of the last minutes and the last day: counts sampled from the meters once a second, and the streams on
 * which viewers receive them. Nothing here runs when a request is decided.
 */
@NullMarked
package io.weir.service.live;

import org.jspecify.annotations.NullMarked;
