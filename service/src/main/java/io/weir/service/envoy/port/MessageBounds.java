package io.weir.service.envoy.port;

/**
 * What the calls of a method may hold.
 *
 * @param mostBytes of one message
 * @param wholeCallBytes that a call is taken to hold when its message is whole
 */
record MessageBounds(int mostBytes, int wholeCallBytes) {}
