/**
 * The standalone service: how it is started, and its settings. Endpoints, connections, access, observation and Envoy live in
 * packages below this one.
 */
@NullMarked
package io.weir.service;

import org.jspecify.annotations.NullMarked;
