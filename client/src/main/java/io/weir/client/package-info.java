/**
 * Java's HTTP client with patience: the door of applications that use no other client. What a call does next is decided in
 * {@link io.weir.client.spi}.
 */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
