package example.shop.web;

import example.shop.Money;
import example.shop.orders.Cart;
import example.shop.orders.CartLine;
import example.shop.orders.Orders;
import example.shop.security.ShopCookies;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The cart, which is a cookie. */
@Controller
final class CartPages {

    private static final String CART = "redirect:/cart";

    private final Orders orders;
    private final ShopCookies cookies;

    CartPages(Orders orders, ShopCookies cookies) {
        this.orders = orders;
        this.cookies = cookies;
    }

    @GetMapping("/cart")
    String cart(HttpServletRequest request, Model model) {
        List<CartLine> lines = orders.lines(cookies.cart(request));
        model.addAttribute("lines", lines);
        model.addAttribute(
                "total", Money.text(lines.stream().mapToInt(CartLine::cents).sum()));
        return "cart";
    }

    @PostMapping("/cart/add")
    String add(@RequestParam("product") int product, HttpServletRequest request, HttpServletResponse response) {
        Cart cart = cookies.cart(request).plusOne(product);
        orders.lines(cart);
        cookies.write(cart, request, response);
        return CART;
    }

    @PostMapping("/cart/set")
    String set(
            @RequestParam("product") int product,
            @RequestParam("quantity") int quantity,
            HttpServletRequest request,
            HttpServletResponse response) {
        cookies.write(cookies.cart(request).with(product, quantity), request, response);
        return CART;
    }
}
