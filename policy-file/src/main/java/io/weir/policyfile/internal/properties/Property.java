package io.weir.policyfile.internal.properties;

import io.weir.policyfile.internal.yaml.Place;

/**
 * One property of a policy.
 *
 * @param name without the prefix, such as {@code endpoints./orders.capacity} or {@code rules[0].limit}
 */
public record Property(String name, String value, Place place) {}
