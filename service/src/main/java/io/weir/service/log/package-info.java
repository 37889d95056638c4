/** How the service logs: no more than can be read, nothing that passes for something else, nothing a caller sent. */
@NullMarked
package io.weir.service.log;

import org.jspecify.annotations.NullMarked;
