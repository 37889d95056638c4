/**
 * Lets operators watch the service: health, traces and scrapes of metrics. Nothing here may change the answer to a request.
 */
@NullMarked
package io.weir.service.observe;

import org.jspecify.annotations.NullMarked;
