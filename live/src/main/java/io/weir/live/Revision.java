package io.weir.live;

import java.time.Instant;
import java.util.Optional;

/**
 * What governed a fleet from some time on.
 *
 * @param number from 1, each one more than the one before
 * @param change what is other than before, in a line
 */
public record Revision(
        long number, Instant at, String by, String change, Optional<String> reason, PolicyContent content) {}
