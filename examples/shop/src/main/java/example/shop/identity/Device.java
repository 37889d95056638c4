package example.shop.identity;

import java.time.Instant;

/**
 * A browser in which somebody has logged in.
 *
 * @param name for people, such as {@code Firefox on Linux}
 */
public record Device(String id, String name, Instant firstSeen, Instant lastSeen) {}
