package example.shop.session;

/**
 * What a client gets when it logs in, and each time it renews.
 *
 * @param refresh good for one use
 */
public record Tokens(String access, String refresh) {

    @Override
    public String toString() {
        return "Tokens";
    }
}
