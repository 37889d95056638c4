package example.shop.login;

/**
 * The browser or program that somebody uses.
 *
 * @param device its cookie, or its address if it has none
 * @param name for people, such as {@code Firefox on Linux}
 */
public record Client(String device, String name) {}
