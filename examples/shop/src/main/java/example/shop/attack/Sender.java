package example.shop.attack;

import java.util.HashMap;
import java.util.Map;

/** The headers of one address with one kind of client. */
final class Sender {

    private final Map<String, String> headers;

    private Sender(Map<String, String> headers) {
        this.headers = Map.copyOf(headers);
    }

    static Sender at(String address, Map<String, String> client) {
        return new Sender(client).with("X-Forwarded-For", address);
    }

    Sender with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Sender(more);
    }

    Sender with(Puzzles.Answer answer) {
        return with("X-Weir-Challenge", answer.text());
    }

    Map<String, String> headers() {
        return headers;
    }
}
