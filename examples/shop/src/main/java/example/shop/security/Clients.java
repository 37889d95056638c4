package example.shop.security;

import example.shop.login.Client;
import io.weir.http.GatedRequest;
import io.weir.http.HttpGate;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Recognises browsers by their cookie, and names them by their User-Agent. */
@Component
public final class Clients {

    private static final List<String> BROWSERS = List.of("Edg", "Firefox", "Chrome", "Safari", "curl");
    private static final List<String> SYSTEMS = List.of("Windows", "Android", "iPhone", "iPad", "Mac", "Linux");

    private final ShopCookies cookies;
    private final HttpGate gate;

    public Clients(ShopCookies cookies, HttpGate gate) {
        this.cookies = cookies;
        this.gate = gate;
    }

    /** Returns the device of a request; without a cookie its address, as proxies that are trusted tell it. */
    public String deviceOrAddress(HttpServletRequest request) {
        return cookies.device(request)
                .or(() -> Optional.ofNullable(request.getAttribute(gate.attribute()))
                        .map(GatedRequest.class::cast)
                        .flatMap(GatedRequest::address)
                        .map(address -> "address " + address))
                .orElse("address unknown");
    }

    public Client of(HttpServletRequest request, HttpServletResponse response) {
        return new Client(cookies.rememberDevice(request, response), name(request));
    }

    private static String name(HttpServletRequest request) {
        String agent =
                Optional.ofNullable(request.getHeader(HttpHeaders.USER_AGENT)).orElse("");
        String browser = first(BROWSERS, agent)
                .map(word -> word.equals("Edg") ? "Edge" : word)
                .orElse("A program");
        return first(SYSTEMS, agent).map(system -> browser + " on " + system).orElse(browser);
    }

    private static Optional<String> first(List<String> words, String agent) {
        return words.stream().filter(agent::contains).findFirst();
    }
}
