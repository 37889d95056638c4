/**
 * The handlers of a connection, and their order in {@code Pipeline}: deadlines, strict HTTP, and the two lanes. Nothing here knows what an
 * endpoint does.
 */
@NullMarked
package io.weir.service.http.connection;

import org.jspecify.annotations.NullMarked;
