package io.weir.live.revision;

import java.time.Instant;
import java.util.Optional;

/**
 * One change of a policy document, with the content that it led to.
 *
 * @param number 1 for the first revision, then one more for each
 * @param change one line that says what differs from the revision before
 */
public record Revision(
        long number, Instant at, String by, String change, Optional<String> reason, PolicyContent content) {}
