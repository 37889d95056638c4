package io.weir.policy;

import io.weir.policy.rule.Subject;
import java.time.Instant;

/**
 * A subject none of whose requests is allowed for a time.
 *
 * @param until the first instant at which requests are allowed again
 * @param reason a sentence for people, such as {@code rule forged-keys} or {@code abuse report 4711}
 * @param by who has made it: an administrator, or {@code rule} and the name of the rule
 */
public record BlockedSubject(Subject subject, Instant until, String reason, String by) {}
