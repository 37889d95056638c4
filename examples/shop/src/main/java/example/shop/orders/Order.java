package example.shop.orders;

import example.shop.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An order of a customer.
 *
 * @param reservedUntil the first instant at which its stock is no longer kept, while it is reserved
 */
public record Order(
        long id,
        long account,
        OrderState state,
        int cents,
        Optional<Instant> reservedUntil,
        Instant created,
        List<Line> lines) {

    /** One product of an order, with its price at that time. */
    public record Line(int product, String name, String kind, int quantity, int cents) {

        public String price() {
            return Money.text(cents * quantity);
        }
    }

    public Order {
        lines = List.copyOf(lines);
    }

    public String price() {
        return Money.text(cents);
    }

    public boolean isPaid() {
        return state == OrderState.PAID;
    }

    public boolean isReserved() {
        return state == OrderState.RESERVED;
    }
}
