package io.weir.service.envoy.port;

/**
 * The bounds of the calls of a method.
 *
 * @param mostBytes the bytes that a message may have
 * @param wholeCallBytes the bytes that a call counts for when its message is complete
 */
record MessageBounds(int mostBytes, int wholeCallBytes) {}
