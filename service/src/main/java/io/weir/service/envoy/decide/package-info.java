/**
 * Decides the descriptors of a request of Envoy against the limits of the files. Nothing here reads or writes messages.
 */
@NullMarked
package io.weir.service.envoy.decide;

import org.jspecify.annotations.NullMarked;
