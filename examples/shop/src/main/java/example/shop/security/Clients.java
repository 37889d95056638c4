package example.shop.security;

import example.shop.login.Client;
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

    public Clients(ShopCookies cookies) {
        this.cookies = cookies;
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
