package example.shop.web;

import example.shop.Rejection;
import example.shop.orders.Cart;
import example.shop.orders.Order;
import example.shop.orders.Orders;
import example.shop.orders.Payments;
import example.shop.orders.Reservations;
import example.shop.security.Clients;
import example.shop.security.CurrentCustomer;
import example.shop.security.ShopCookies;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** From the cart to the payment. */
@Controller
final class OrderPages {

    private static final String ORDER = "redirect:/orders/";
    private static final int SECONDS = 60;

    private final Orders orders;
    private final Reservations reservations;
    private final Payments payments;
    private final CurrentCustomer customer;
    private final Clients clients;
    private final ShopCookies cookies;
    private final Clock clock;

    OrderPages(
            Orders orders,
            Reservations reservations,
            Payments payments,
            CurrentCustomer customer,
            Clients clients,
            ShopCookies cookies,
            Clock clock) {
        this.orders = orders;
        this.reservations = reservations;
        this.payments = payments;
        this.customer = customer;
        this.clients = clients;
        this.cookies = cookies;
        this.clock = clock;
    }

    /** Makes an order of the cart, and reserves its stock. */
    @PostMapping("/checkout")
    String checkout(Authentication who, HttpServletRequest request, HttpServletResponse response) {
        long account = customer.account(who);
        String device = clients.of(request, response).device();
        Order order = reservations.placeAndReserve(account, cookies.cart(request), device);
        cookies.write(Cart.EMPTY, request, response);
        return ORDER + order.id();
    }

    @GetMapping("/checkout")
    String nothingToCheckOut() {
        return "redirect:/cart";
    }

    @GetMapping("/orders/{id}")
    String order(@PathVariable("id") long id, Authentication who, Model model) {
        return show(orders.order(customer.account(who), id), model);
    }

    private String show(Order order, Model model) {
        model.addAttribute("order", order);
        model.addAttribute(
                "minutes", order.reservedUntil().map(this::minutesUntil).orElse(0L));
        return "order";
    }

    private long minutesUntil(Instant end) {
        long seconds = Math.max(0, Duration.between(clock.instant(), end).toSeconds());
        return (seconds + SECONDS - 1) / SECONDS;
    }

    @PostMapping("/orders/{id}/reserve")
    String reserve(
            @PathVariable("id") long id, Authentication who, HttpServletRequest request, HttpServletResponse response) {
        reservations.reserve(
                customer.account(who), id, clients.of(request, response).device());
        return ORDER + id;
    }

    @PostMapping("/orders/{id}/pay")
    String pay(
            @PathVariable("id") long id,
            @RequestParam("card") String card,
            Authentication who,
            HttpServletResponse response,
            Model model) {
        long account = customer.account(who);
        try {
            payments.pay(account, id, card);
            return ORDER + id;
        } catch (Rejection refused) {
            response.setStatus(refused.kind().status());
            model.addAttribute("problem", refused.sentence());
            return show(orders.order(account, id), model);
        }
    }
}
