/** What a replay has found, as values, and as text, JSON and a page for browsers. Nothing here decides or counts requests. */
@NullMarked
package io.weir.lab.report;

import org.jspecify.annotations.NullMarked;
