/**
 * The configuration of envoyproxy/ratelimit: its files, its domains with their descriptors, and which limit a
 * request's descriptor meets. Envoy's protocol does not belong here. This package is for modules of Weir only and may
 * change without notice.
 */
@NullMarked
package io.weir.policyfile.internal.envoy;

import org.jspecify.annotations.NullMarked;
