package example.shop.orders;

import example.shop.Rejection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a customer wants to buy: quantities by product. It lives in a cookie of the browser, so that visitors who never buy
 * cost no row in a database.
 */
public record Cart(Map<Integer, Integer> quantities) {

    public static final Cart EMPTY = new Cart(Map.of());

    private static final Pattern LINE = Pattern.compile("(?<product>[0-9]{1,6})x(?<quantity>[0-9]{1,2})");
    private static final int MOST_LINES = 20;
    private static final int MOST_OF_ONE = 10;

    public Cart {
        quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
        if (quantities.size() > MOST_LINES) {
            throw Rejection.invalid("A cart holds " + MOST_LINES + " products at most.");
        }
        quantities.values().forEach(Cart::requireQuantity);
    }

    private static void requireQuantity(int quantity) {
        if (quantity < 1 || quantity > MOST_OF_ONE) {
            throw Rejection.invalid("Order 1 to " + MOST_OF_ONE + " of each product.");
        }
    }

    /** Reads the text of a cookie; whatever is not a line of a cart is left out. */
    public static Cart read(String text) {
        Map<Integer, Integer> lines = new LinkedHashMap<>();
        for (String part : text.split("-", MOST_LINES + 1)) {
            Matcher line = LINE.matcher(part);
            if (line.matches() && lines.size() < MOST_LINES) {
                int quantity = Integer.parseInt(line.group("quantity"));
                lines.put(Integer.parseInt(line.group("product")), Math.min(Math.max(1, quantity), MOST_OF_ONE));
            }
        }
        return new Cart(lines);
    }

    public String text() {
        return quantities.entrySet().stream()
                .map(line -> line.getKey() + "x" + line.getValue())
                .collect(Collectors.joining("-"));
    }

    /** Returns a copy with this quantity of a product; zero takes it out. */
    public Cart with(int product, int quantity) {
        Map<Integer, Integer> lines = new LinkedHashMap<>(quantities);
        if (quantity == 0) {
            lines.remove(product);
        } else {
            lines.put(product, quantity);
        }
        return new Cart(lines);
    }

    public Cart plusOne(int product) {
        return with(product, Math.min(quantities.getOrDefault(product, 0) + 1, MOST_OF_ONE));
    }

    public int size() {
        return quantities.values().stream().mapToInt(Integer::intValue).sum();
    }

    public boolean isEmpty() {
        return quantities.isEmpty();
    }
}
