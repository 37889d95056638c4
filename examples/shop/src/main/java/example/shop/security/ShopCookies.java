package example.shop.security;

import example.shop.Secrets;
import example.shop.ShopSettings;
import example.shop.orders.Cart;
import example.shop.session.Tokens;
import io.weir.guard.secret.KeyedHash;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;

/** The cookies of the shop. None can be read by scripts. */
@Component
public final class ShopCookies {

    private static final String ACCESS = "shop_access";
    private static final String REFRESH = "shop_refresh";
    private static final String DEVICE = "shop_device";
    private static final String TICKET = "shop_login";
    private static final String CART = "shop_cart";
    private static final Duration DEVICE_AGE = Duration.ofDays(365);
    private static final Duration TICKET_AGE = Duration.ofMinutes(5);
    private static final String LAX = "Lax";
    private static final String STRICT = "Strict";

    private final ShopSettings settings;
    private final Secrets secrets;
    private final KeyedHash deviceKey;

    public ShopCookies(ShopSettings settings, Secrets secrets) {
        this.settings = settings;
        this.secrets = secrets;
        this.deviceKey = secrets.key("device cookies");
    }

    Optional<String> access(HttpServletRequest request) {
        return find(request, ACCESS);
    }

    public Optional<String> refresh(HttpServletRequest request) {
        return find(request, REFRESH);
    }

    public void write(Tokens tokens, HttpServletRequest request, HttpServletResponse response) {
        set(
                ResponseCookie.from(ACCESS, tokens.access())
                        .maxAge(settings.accessToken())
                        .sameSite(LAX),
                request,
                response);
        set(
                ResponseCookie.from(REFRESH, tokens.refresh())
                        .maxAge(settings.refreshToken())
                        .sameSite(STRICT),
                request,
                response);
    }

    public void removeTokens(HttpServletRequest request, HttpServletResponse response) {
        set(ResponseCookie.from(ACCESS, "").maxAge(0).sameSite(LAX), request, response);
        set(ResponseCookie.from(REFRESH, "").maxAge(0).sameSite(STRICT), request, response);
    }

    public Optional<String> ticket(HttpServletRequest request) {
        return find(request, TICKET);
    }

    /**
     * Keeps a ticket for the code that comes next.
     *
     * @param ticket empty to remove it
     */
    public void writeTicket(String ticket, HttpServletRequest request, HttpServletResponse response) {
        Duration age = ticket.isEmpty() ? Duration.ZERO : TICKET_AGE;
        set(ResponseCookie.from(TICKET, ticket).maxAge(age).sameSite(STRICT), request, response);
    }

    public Cart cart(HttpServletRequest request) {
        return find(request, CART).map(Cart::read).orElse(Cart.EMPTY);
    }

    public void write(Cart cart, HttpServletRequest request, HttpServletResponse response) {
        set(ResponseCookie.from(CART, cart.text()).maxAge(Duration.ofDays(7)).sameSite(LAX), request, response);
    }

    /** Returns the device that a cookie of ours names. */
    public Optional<String> device(HttpServletRequest request) {
        return find(request, DEVICE).flatMap(this::signed);
    }

    private Optional<String> signed(String cookie) {
        int end = cookie.indexOf('.');
        String id = end < 0 ? "" : cookie.substring(0, end);
        byte[] given = cookie.getBytes(StandardCharsets.UTF_8);
        byte[] ours = signedCookie(id).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(ours, given) ? Optional.of(id) : Optional.empty();
    }

    private String signedCookie(String id) {
        return id + "." + deviceKey.hexOf(id).substring(0, 32);
    }

    /** Returns the device of a request, which gets a cookie if it has none. */
    public String rememberDevice(HttpServletRequest request, HttpServletResponse response) {
        Optional<String> known = device(request);
        if (known.isPresent()) {
            return known.get();
        }
        String made = secrets.name();
        set(ResponseCookie.from(DEVICE, signedCookie(made)).maxAge(DEVICE_AGE).sameSite(LAX), request, response);
        return made;
    }

    private static Optional<String> find(HttpServletRequest request, String name) {
        Cookie cookie = WebUtils.getCookie(request, name);
        return cookie == null || cookie.getValue().isEmpty() ? Optional.empty() : Optional.of(cookie.getValue());
    }

    private static void set(
            ResponseCookie.ResponseCookieBuilder cookie, HttpServletRequest request, HttpServletResponse response) {
        String text = cookie.path("/")
                .httpOnly(true)
                .secure(request.isSecure())
                .build()
                .toString();
        response.addHeader(HttpHeaders.SET_COOKIE, text);
    }
}
