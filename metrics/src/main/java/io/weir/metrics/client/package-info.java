/**
 * Meters of calls that this process makes itself. Only this package needs weir-client, which an application that calls no
 * limited API leaves out.
 */
@NullMarked
package io.weir.metrics.client;

import org.jspecify.annotations.NullMarked;
