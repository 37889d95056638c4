/**
 * Shows decided calls of Envoy to operators, in meters and to the observers of all requests. Nothing here changes a decision.
 */
@NullMarked
package io.weir.service.envoy.observe;

import org.jspecify.annotations.NullMarked;
