package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.classify.spi.BypassAttempt;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestReaderTest {

    private record Sent(String method, String target, Optional<IpAddress> peer, Map<String, List<String>> headers)
            implements HttpRequest {

        @Override
        public String host() {
            return "Shop.example";
        }

        @Override
        public List<String> header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        }
    }

    private final List<BypassAttempt> attempts = new ArrayList<>();
    private final RequestReader reader = RequestReader.USUAL.withAttempts(attempts::add);

    private static Sent get(String target) {
        return new Sent("GET", target, Optional.empty(), Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "'', /",
        "/orders, /orders",
        "/orders?a=/../b, /orders",
        "/a%20b?, /a b",
        "http://shop.example/orders?x, /orders",
        "http://shop.example, /",
        "http://shop.example?x=/y, /",
        "https://user@shop.example:8443/orders/1, /orders/1",
    })
    void readsThePathOfATarget(String target, String path) {
        assertThat(reader.path(get(target))).contains(path);
        assertThat(attempts).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "orders", "shop.example:443", "/orders#/x", "http:/orders", "//shop.example/orders"})
    void rejectsAmbiguousTargets(String target) {
        assertThat(reader.path(get(target))).isEmpty();
        assertThat(attempts).containsExactly(BypassAttempt.AMBIGUOUS_PATH);
    }

    @Test
    void copiesOnlyTheHeadersThatRulesRead() {
        Sent sent = new Sent(
                "post",
                "/orders",
                Optional.empty(),
                Map.of("x-plan", List.of("gold", "silver"), "cookie", List.of("secret"), "x-client", List.of("web")));
        Request request =
                reader.request(sent, "/orders", Caller.user("shopper"), Set.of("x-plan", "x-client", "x-none"));
        assertThat(request.headers()).isEqualTo(Map.of("x-plan", "gold, silver", "x-client", "web"));
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.host()).isEqualTo("shop.example");
        assertThat(request.caller().user()).contains("shopper");
    }

    @Test
    void aRequestWithoutAPeerAddressHasNoAddress() {
        Sent sent = new Sent("GET", "/", Optional.empty(), Map.of("x-forwarded-for", List.of("1.2.3.4")));
        assertThat(reader.request(sent, "/", Caller.ANONYMOUS, Set.of()).address())
                .isEmpty();
        assertThat(attempts).containsExactly(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
    }

    @Test
    void otherPathsCanBeExempt() {
        RequestReader other = reader.withExempt(List.of(PathPattern.parse("/status/*")));
        assertThat(other.isExempt(get("/status/live"), "/status/live")).isTrue();
        assertThat(other.isExempt(get("/health"), "/health")).isFalse();
    }
}
