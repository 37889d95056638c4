package example.shop.session;

import java.time.Instant;

/**
 * Somebody who is logged in somewhere.
 *
 * @param factors how they proved who they are, with commas: {@code PASSWORD,TOTP}
 */
public record Session(String id, long account, String device, String factors, Instant created, Instant renewed) {}
