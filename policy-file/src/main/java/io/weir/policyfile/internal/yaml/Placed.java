package io.weir.policyfile.internal.yaml;

/** A value that was read, and its place. */
public record Placed<T>(T value, Place place) {}
