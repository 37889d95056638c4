package io.weir.policyfile;

/**
 * A piece of a policy in flat configuration.
 *
 * @param name as in {@code endpoints./orders.capacity} or {@code rules[0].limit}
 */
public record Property(String name, String value, Place place) {}
