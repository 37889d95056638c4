package io.weir.guard.key;

import java.nio.file.Path;

/** A secret that stands in a file. Its text shows the hint only. */
public record FoundSecret(Path file, long line, KeySecret secret) {}
