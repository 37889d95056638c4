package example.shop.api;

import example.shop.orders.Cart;
import example.shop.orders.Orders;
import example.shop.orders.Payments;
import example.shop.orders.Reservations;
import example.shop.security.Clients;
import example.shop.security.CurrentCustomer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Ordering: place an order, check it out, pay it. */
@RestController
final class OrdersApi {

    /** @param quantities by the id of the product */
    record Draft(Map<Integer, Integer> quantities) {}

    record OrderId(long order) {}

    record Paying(long order, String card) {

        @Override
        public String toString() {
            return "Paying[" + order + "]";
        }
    }

    private final Orders orders;
    private final Reservations reservations;
    private final Payments payments;
    private final CurrentCustomer customer;
    private final Clients clients;

    OrdersApi(Orders orders, Reservations reservations, Payments payments, CurrentCustomer customer, Clients clients) {
        this.orders = orders;
        this.reservations = reservations;
        this.payments = payments;
        this.customer = customer;
        this.clients = clients;
    }

    @GetMapping("/api/v1/orders")
    List<OrderView> orders(Authentication who) {
        return orders.ofAccount(customer.account(who)).stream()
                .map(OrderView::of)
                .toList();
    }

    @GetMapping("/api/v1/orders/{id}")
    OrderView order(@PathVariable("id") long id, Authentication who) {
        return OrderView.of(orders.order(customer.account(who), id));
    }

    @PostMapping("/api/v1/orders")
    @ResponseStatus(HttpStatus.CREATED)
    OrderView place(@RequestBody Draft draft, Authentication who) {
        return OrderView.of(orders.place(customer.account(who), new Cart(draft.quantities())));
    }

    /** Clients without a device cookie count by their address. */
    @PostMapping("/api/v1/checkout")
    OrderView checkOut(@RequestBody OrderId id, Authentication who, HttpServletRequest request) {
        return OrderView.of(reservations.reserve(customer.account(who), id.order(), clients.deviceOrAddress(request)));
    }

    @PostMapping("/api/v1/payments")
    OrderView pay(@RequestBody Paying paying, Authentication who) {
        return OrderView.of(payments.pay(customer.account(who), paying.order(), paying.card()));
    }
}
