/**
 * Serves Envoy: the gRPC port, the routes of envoyproxy/ratelimit, and the files with the limits. Decisions, messages, meters and
 * bounds of the port live in packages of their own below this one.
 */
@NullMarked
package io.weir.service.envoy;

import org.jspecify.annotations.NullMarked;
