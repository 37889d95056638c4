package example.shop.api;

import example.shop.orders.Order;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An order as the API shows it. */
record OrderView(long id, String state, int cents, Optional<Instant> reservedUntil, Instant created, List<Line> lines) {

    record Line(int product, int quantity, int cents) {}

    static OrderView of(Order order) {
        return new OrderView(
                order.id(),
                order.state().word(),
                order.cents(),
                order.reservedUntil(),
                order.created(),
                order.lines().stream()
                        .map(line -> new Line(line.product(), line.quantity(), line.cents()))
                        .toList());
    }
}
