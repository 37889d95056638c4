/** The configuration of envoyproxy/ratelimit: domains, their descriptors, and which limit a descriptor of a request meets. */
@org.jspecify.annotations.NullMarked
package io.weir.policyfile.envoy;
