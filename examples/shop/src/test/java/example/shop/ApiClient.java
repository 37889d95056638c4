package example.shop;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program that uses the API, with an address and cookies of its own. It names itself as the shop's own app. */
final class ApiClient {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();
    private static final JsonMapper JSON = new JsonMapper();

    private final OpenShop shop;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(cookies).build();
    private final Map<String, String> headers = new LinkedHashMap<>();

    ApiClient(OpenShop shop) {
        this.shop = shop;
        int number = ADDRESSES.incrementAndGet();
        headers.put("X-Forwarded-For", "198.51." + number / 250 + "." + (number % 250 + 1));
        headers.put("User-Agent", "ShopApp/1.0");
        headers.put("Accept", "application/json");
    }

    ApiClient with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    ApiClient without(String header) {
        headers.remove(header);
        return this;
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(shop.url() + path)));
    }

    HttpResponse<String> post(String path, Object body) {
        return send(HttpRequest.newBuilder(URI.create(shop.url() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        headers.forEach(request::setHeader);
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    HttpResponse<String> login(String email, String password) {
        return post("/api/v1/login", Map.of("email", email, "password", password));
    }

    /** Logs in, and uses the access token from now on. */
    ApiClient loggedIn(String email) {
        return using(login(email, OpenShop.PASSWORD));
    }

    ApiClient using(HttpResponse<String> login) {
        String token = json(login).path("accessToken").asString("");
        if (token.isEmpty()) {
            throw new AssertionError("no token: " + login.statusCode() + " " + login.body());
        }
        return with("Authorization", "Bearer " + token);
    }

    Optional<String> cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    void forgetCookies() {
        cookies.getCookieStore().removeAll();
    }

    void setCookie(String name, String value) {
        HttpCookie cookie = new HttpCookie(name, value);
        cookie.setPath("/");
        cookie.setDomain("127.0.0.1");
        cookie.setVersion(0);
        cookies.getCookieStore().add(URI.create(shop.url()), cookie);
    }

    /** Places an order for one of a product, and returns its number. */
    long order(int product, int quantity) {
        HttpResponse<String> placed =
                post("/api/v1/orders", Map.of("quantities", Map.of(Integer.toString(product), quantity)));
        return json(placed).path("id").asLong(-1);
    }

    HttpResponse<String> checkOut(long order) {
        return post("/api/v1/checkout", Map.of("order", order));
    }

    HttpResponse<String> pay(long order) {
        return post("/api/v1/payments", Map.of("order", order, "card", "4242 4242 4242 4242"));
    }
}
