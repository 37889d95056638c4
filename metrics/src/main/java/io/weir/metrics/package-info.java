/** What happens in a store, as Micrometer meters. */
@NullMarked
package io.weir.metrics;

import org.jspecify.annotations.NullMarked;
