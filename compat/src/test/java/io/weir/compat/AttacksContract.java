package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.bearer;
import static io.weir.compat.Credentials.freshAddress;
import static io.weir.compat.Credentials.freshUser;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts to bypass limits over real HTTP, all of which must fail, on Tomcat and on Netty. */
abstract class AttacksContract {

    private static final String FOR = "X-Forwarded-For";
    private static final String ORDERS = "/api/v1/orders";

    /** The application behind a trusted proxy. */
    abstract RunningApp app();

    /** The same application, trusting no proxy. */
    abstract RunningApp direct();

    private String get(RunningApp app, String target, String... lines) {
        try {
            return app.raw().get(target, lines);
        } catch (java.io.IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static int status(String response) {
        return RawHttp.status(response);
    }

    @Test
    void aForwardingHeaderFromAnUntrustedPeerIsIgnored() {
        List<Integer> statuses = new ArrayList<>();
        for (String header : List.of(FOR, "Forwarded", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP")) {
            for (int i = 0; i < 3; i++) {
                String value = header.equals("Forwarded") ? "for=" + freshAddress() : freshAddress();
                statuses.add(direct().get("/api/v1/switched", header, value).statusCode());
            }
        }
        assertThat(statuses.subList(1, statuses.size())).containsOnly(429);
    }

    @Test
    void addressesThatTheCallerAddedBeforeTheProxyAreIgnored() {
        String address = freshAddress();
        for (int i = 0; i < 5; i++) {
            assertThat(app().get(ORDERS, FOR, freshAddress() + ", " + address).statusCode()).isEqualTo(200);
        }
        assertThat(app().get(ORDERS, FOR, freshAddress() + ", " + address).statusCode()).isEqualTo(429);
    }

    @Test
    void twoLinesOfTheHeaderAreJoined() {
        String address = freshAddress();
        for (int i = 0; i < 6; i++) {
            int status = status(get(app(), ORDERS, FOR + ": " + freshAddress(), FOR + ": " + address));
            assertThat(status).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void anotherForwardingHeaderIsIgnored() {
        String address = freshAddress();
        for (int i = 0; i < 6; i++) {
            int status = app().get(ORDERS, FOR, address, "Forwarded", "for=" + freshAddress(), "X-Real-IP", freshAddress())
                    .statusCode();
            assertThat(status).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void tooManyHopsCountAsThePeer() {
        String hops = "127.0.0.1, ".repeat(400) + "127.0.0.1";
        for (int i = 0; i < 2; i++) {
            app().get("/api/v1/switched", FOR, freshAddress() + ", " + hops);
        }
        assertThat(app().get("/api/v1/switched", FOR, freshAddress() + ", " + hops).statusCode())
                .isEqualTo(429);
    }

    @Test
    void countsOneIpv6NetworkAsOneAddress() {
        int block = Credentials.freshAddress().hashCode() & 0xffff;
        String network = "2001:db8:" + Integer.toHexString(block) + ":1:";
        for (int i = 0; i < 6; i++) {
            int status = app().get(ORDERS, FOR, network + ":" + Integer.toHexString(i + 1)).statusCode();
            assertThat(status).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void anIpv4AddressInIpv6IsTheSameAddress() {
        String address = freshAddress();
        for (int i = 0; i < 6; i++) {
            int status = app().get(ORDERS, FOR, i % 2 == 0 ? address : "::ffff:" + address).statusCode();
            assertThat(status).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void spellingsOfAHostMatchTheSameRule() throws Exception {
        assertThat(statusesOf("shop.example.com", "Shop.example.com", "shop.example.com.", "shop.example.com.:80"))
                .containsExactly(200, 200, 200, 429);
    }

    /** Tomcat rejects such a host. Netty serves it, and java.net.URI does not recognize it as a host. */
    @Test
    void aHostWithAnUnderscoreMatchesItsRule() throws Exception {
        assertThat(statusesOf("shop_1.example.com", "shop_1.example.com.", "shop_1.example.com:80", "shop_1.example.com"))
                .isIn(List.of(200, 200, 200, 429), List.of(400, 400, 400, 400));
    }

    private List<Integer> statusesOf(String... hosts) throws Exception {
        String address = freshAddress();
        List<Integer> statuses = new ArrayList<>();
        for (String host : hosts) {
            String request = "GET /open/hosted HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
            statuses.add(status(app().raw().exchange(request + FOR + ": " + address + "\r\n\r\n")));
        }
        return statuses;
    }

    @Test
    void an6to4NetworkCountsAsItsIpv4Address() throws Exception {
        String address = freshAddress();
        byte[] bytes = InetAddress.getByName(address).getAddress();
        for (int i = 0; i < 6; i++) {
            String network = String.format("2002:%02x%02x:%02x%02x:%x::1", bytes[0], bytes[1], bytes[2], bytes[3], i);
            int status = app().get(ORDERS, FOR, i == 0 ? address : network).statusCode();
            assertThat(status).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void namesInTheForwardingHeaderAreNotLookedUp() {
        for (String strange : List.of("127.1", "0177.0.0.1", "1.2.3.4%eth0", "localhost", "example.invalid", "")) {
            assertThat(app().get("/open/strange", FOR, strange).statusCode()).as(strange).isIn(200, 429);
        }
    }

    @Test
    void loggingInDoesNotResetTheAddress() {
        String address = freshAddress();
        for (int i = 0; i < 10; i++) {
            app().get("/api/v1/secret", FOR, address);
        }
        assertThat(app().get("/api/v1/secret", FOR, address, "Authorization", basic(freshUser())).statusCode())
                .isEqualTo(429);
    }

    @Test
    void anAmbiguousPathIsRejected() {
        String address = freshAddress();
        for (String path : List.of(
                "//api/v1/orders",
                "/api//v1/orders",
                "/./api/v1/orders",
                "/api/v1/x/../orders",
                "/api/v1/%2e%2e/orders",
                "/api%2fv1/orders",
                "/api/v1/orders%5c",
                "/api/v1/%256frders",
                "/api/v1/orders;x=1")) {
            assertThat(status(get(app(), path, FOR + ": " + address))).as(path).isEqualTo(400);
        }
    }

    @Test
    void anEncodedLetterIsTheSamePath() {
        String address = freshAddress();
        for (int i = 0; i < 6; i++) {
            String path = i % 2 == 0 ? "/api/v1/%6frders" : ORDERS;
            assertThat(status(get(app(), path, FOR + ": " + address))).isEqualTo(i < 5 ? 200 : 429);
        }
    }

    @Test
    void headAndUnknownMethodsAreCounted() {
        String address = freshAddress();
        app().send("HEAD", "/api/v1/methods", FOR, address);
        app().send("GET", "/api/v1/methods", FOR, address);
        assertThat(app().send("HEAD", "/api/v1/methods", FOR, address).statusCode()).isEqualTo(429);
        app().send("FROBNICATE", "/api/v1/methods", FOR, address);
        assertThat(app().send("FROBNICATE", "/api/v1/methods", FOR, address).statusCode())
                .isEqualTo(429);
    }

    @Test
    void aMethodInAHeaderOrParameterIsIgnored() {
        String address = freshAddress();
        app().send("POST", "/api/v1/methods", FOR, address, "X-HTTP-Method-Override", "GET");
        assertThat(app().send("POST", "/api/v1/methods?_method=GET", FOR, address, "X-HTTP-Method-Override", "GET")
                        .statusCode())
                .isEqualTo(429);
    }

    @Test
    void unknownPathsShareOneCounter() {
        String address = freshAddress();
        for (int i = 0; i < 100; i++) {
            assertThat(app().get("/nowhere/" + i, FOR, address).statusCode()).isNotEqualTo(429);
        }
        assertThat(app().get("/nowhere/else", FOR, address).statusCode()).isEqualTo(429);
    }

    @Test
    void aWholeUrlAnotherHostAndOldHttpAreTheSameRequest() throws Exception {
        String address = freshAddress();
        String line = FOR + ": " + address + "\r\nConnection: close\r\n\r\n";
        app().raw().exchange("GET http://127.0.0.1:" + app().port() + ORDERS + " HTTP/1.1\r\nHost: 127.0.0.1:" + app().port() + "\r\n" + line);
        app().raw().exchange("GET " + ORDERS + " HTTP/1.1\r\nHost: other.example\r\n" + line);
        app().raw().exchange("GET " + ORDERS + " HTTP/1.0\r\n" + line);
        assertThat(app().get(ORDERS, FOR, address).headers().firstValue("X-RateLimit-Remaining")).contains("1");
    }

    @Test
    void requestsInOnePacketAreCountedOneByOne() throws Exception {
        String address = freshAddress();
        String one = "GET " + ORDERS + " HTTP/1.1\r\nHost: localhost\r\n" + FOR + ": " + address + "\r\n\r\n";
        assertThat(RawHttp.statuses(app().raw().exchange(one.repeat(7), 7)))
                .containsExactly(200, 200, 200, 200, 200, 429, 429);
    }

    @Test
    void aForgedTokenIsAnonymousAndAForgedTierTheLowest() {
        String address = freshAddress();
        String forged = bearer(freshUser(), "\"tier\":\"premium\"") + "x";
        for (int i = 0; i < 10; i++) {
            assertThat(app().get("/api/v1/secret", "Authorization", forged, FOR, address).statusCode())
                    .isEqualTo(401);
        }
        assertThat(app().get("/api/v1/secret", "Authorization", forged, FOR, address).statusCode())
                .isEqualTo(429);
        String unknown = bearer(freshUser(), "\"tier\":\"emperor\"");
        assertThat(app().get("/api/x", "Authorization", unknown).headers().firstValue("X-RateLimit-Limit"))
                .contains("20");
    }

    @Test
    void aTokenWithoutASignatureIsRejected() {
        String none = "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInRpZXIiOiJwcmVtaXVtIn0.";
        assertThat(app().get("/api/v1/secret", "Authorization", none, FOR, freshAddress()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void oneIdempotencyKeyForAllRequestsIsFreeThreeTimesOnly() {
        String user = basic(freshUser());
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            statuses.add(app().send("POST", "/api/v1/pay", "Authorization", user, "Idempotency-Key", "same")
                    .statusCode());
        }
        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429, 429);
    }

    @Test
    void headersContainNoTextOfTheCaller() {
        String address = freshAddress();
        HttpResponse<String> refused = null;
        for (int i = 0; i < 6; i++) {
            refused = app().get(ORDERS + "/%0d%0aSet-Cookie:x", FOR, address, "X-API-Key", "Set-Cookie");
        }
        assertThat(refused.headers().map().toString()).doesNotContain("Set-Cookie:x", "set-cookie=[x");
        assertThat(refused.body()).doesNotContain("Set-Cookie");
    }

    @Test
    void metersAreNotNamedByCallers() {
        String user = freshUser();
        app().get(ORDERS, "Authorization", basic(user));
        for (String meter : List.of("rate_limiter.requests", "rate_limiter.check", "rate_limiter.bypass_attempts")) {
            assertThat(app().get("/actuator/metrics/" + meter).body()).doesNotContain(user);
        }
    }
}
