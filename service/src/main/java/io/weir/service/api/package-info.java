/**
 * The REST endpoints: each reads a request, asks the gate or the live policy, and makes the reply. Nothing here knows of connections.
 */
@NullMarked
package io.weir.service.api;

import org.jspecify.annotations.NullMarked;
