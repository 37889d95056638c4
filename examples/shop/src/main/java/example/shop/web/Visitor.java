package example.shop.web;

import java.util.Optional;

/**
 * What every page shows of its visitor.
 *
 * @param name empty if nobody is logged in
 * @param cartSize how many things are in the cart
 */
public record Visitor(Optional<String> name, boolean isAdmin, int cartSize) {

    static final Visitor UNKNOWN = new Visitor(Optional.empty(), false, 0);
}
