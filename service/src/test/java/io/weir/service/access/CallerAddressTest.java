package io.weir.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.Cidr;
import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.service.FrontSettings;
import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.service.observe.ObserveSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A check without a key counts the address of the caller, over real HTTP. */
final class CallerAddressTest {

    private static final WeirService TRUSTING_NOBODY = start(TrustedProxies.NONE);
    private static final WeirService TRUSTING_LOOPBACK = start(new TrustedProxies(List.of(Cidr.parse("127.0.0.0/8"))));

    private static WeirService start(TrustedProxies proxies) {
        Access access = new Access("admin-secret", Optional.empty());
        HeaderStyle style = HeaderStyle.of(EnumSet.allOf(HeaderStyle.Dialect.class));
        return WeirService.start(new ServiceSettings(
                0,
                "127.0.0.1",
                access,
                proxies,
                style,
                ServiceSettings.LogFormat.TEXT,
                Duration.ofSeconds(20),
                StoreSettings.MEMORY,
                PolicySettings.NONE,
                ObserveSettings.USUAL,
                FrontSettings.ofHeap(),
                GuardSettings.NONE,
                CredentialSettings.NONE));
    }

    @AfterAll
    static void stop() {
        TRUSTING_NOBODY.close();
        TRUSTING_LOOPBACK.close();
    }

    private static String key(WeirService service, String... headers) throws Exception {
        URI check = URI.create("http://127.0.0.1:" + service.port() + "/api/v1/rate-limit/check");
        HttpRequest request = HttpRequest.newBuilder(check).headers(headers).build();
        String body = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return JsonMapper.shared().readTree(body).get("key").asString();
    }

    @Test
    void forgedHeadersAreIgnoredUnlessThePeerIsTrusted() throws Exception {
        assertThat(key(TRUSTING_NOBODY, "X-Forwarded-For", "6.6.6.6", "X-Real-IP", "6.6.6.6"))
                .isEqualTo("127.0.0.1");
        URI metrics = URI.create("http://127.0.0.1:" + TRUSTING_NOBODY.port() + "/actuator/prometheus");
        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
                        .body())
                .containsPattern("rate_limiter_bypass_attempts_total\\{.*kind=\"untrusted-forwarding-header\"} [1-9]");
    }

    @Test
    void aTrustedProxyNamesTheAddressOfTheCaller() throws Exception {
        assertThat(key(TRUSTING_LOOPBACK, "X-Forwarded-For", "6.6.6.6, 1.1.1.1, 127.0.0.2"))
                .isEqualTo("1.1.1.1");
        assertThat(key(TRUSTING_LOOPBACK, "X-Forwarded-For", "1.1.1.1", "X-Real-IP", "6.6.6.6"))
                .isEqualTo("1.1.1.1");
        assertThat(key(TRUSTING_LOOPBACK, "X-Real-IP", "1.1.1.1")).isEqualTo("1.1.1.1");
        assertThat(key(TRUSTING_LOOPBACK, "True-Client-IP", "6.6.6.6")).isEqualTo("127.0.0.1");
    }

    @Test
    void anIpv6AddressCountsByItsNetwork() throws Exception {
        assertThat(key(TRUSTING_LOOPBACK, "X-Forwarded-For", "2001:db8:1:2:aaaa::1"))
                .isEqualTo("2001:db8:1:2:0:0:0:0/64");
        assertThat(key(TRUSTING_LOOPBACK, "X-Forwarded-For", "2002:101:101:2::1"))
                .isEqualTo("1.1.1.1");
    }
}
