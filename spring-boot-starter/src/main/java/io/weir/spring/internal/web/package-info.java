/**
 * Code that the filters of both web stacks share. Types of the servlet API or of WebFlux belong to the packages below. This
 * package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.web;

import org.jspecify.annotations.NullMarked;
