/** The standalone service: the REST interface on Reactor Netty and Spring Boot, and the {@code weir} command line. */
@NullMarked
package io.weir.service;

import org.jspecify.annotations.NullMarked;
