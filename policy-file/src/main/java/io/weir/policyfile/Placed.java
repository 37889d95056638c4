package io.weir.policyfile;

/** Something that was read, and where it stands. */
record Placed<T>(T value, Place place) {}
