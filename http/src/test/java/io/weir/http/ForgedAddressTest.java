package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.ForwardingHeader;
import io.weir.classify.IpAddress;
import io.weir.classify.spi.BypassAttempt;
import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that forge an address to be counted as another client. */
final class ForgedAddressTest {

    private static final Rule PER_IP = Rule.of("per-ip", Limit.parse("100/day")).per(CountBy.IP);
    private static final String LOOPBACK = "127.0.0.1";

    private static Site open() throws Exception {
        return new Site(PER_IP).start();
    }

    private static Site behindAProxy(ForwardingHeader header) throws Exception {
        return new Site(PER_IP).trusting(header, "127.0.0.0/8").start();
    }

    /** Returns the permits that an address has used. */
    private static long used(Site site, String address) {
        Request request =
                Request.of("GET", "/").withAddress(IpAddress.parse(address).orElseThrow());
        return 100
                - site.gate
                        .peek(request)
                        .toCompletableFuture()
                        .join()
                        .rulings()
                        .get(0)
                        .decision()
                        .remaining();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP"})
    void aClientThatIsNoTrustedProxyIsCountedByItsOwnAddress(String header) throws Exception {
        try (Site site = open()) {
            String value = header.equals("Forwarded") ? "for=9.9.9.9" : "9.9.9.9";
            site.get("/a", header, value);
            assertThat(used(site, LOOPBACK)).isEqualTo(1);
            assertThat(used(site, "9.9.9.9")).isZero();
            assertThat(site.attempts).containsExactly(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
        }
    }

    @Test
    void behindAProxyOnlyTheAddressItSawCounts() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            site.get("/a", "X-Forwarded-For", "9.9.9.9, 5.6.7.8");
            site.get("/a", "X-Forwarded-For", "8.8.8.8, 5.6.7.8, 127.0.0.7");
            assertThat(used(site, "5.6.7.8")).isEqualTo(2);
            assertThat(site.attempts).isEmpty();
        }
    }

    @Test
    void twoLinesOfTheHeaderAreReadAsOne() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            site.raw().get("/a", "X-Forwarded-For: 9.9.9.9", "X-Forwarded-For: 5.6.7.8");
            assertThat(used(site, "5.6.7.8")).isEqualTo(1);
            assertThat(used(site, "9.9.9.9")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Forwarded: for=9.9.9.9", "X-Real-IP: 9.9.9.9", "True-Client-IP: 9.9.9.9"})
    void headersOtherThanTheConfiguredOneAreDropped(String line) throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            site.raw().get("/a", line, "X-Forwarded-For: 5.6.7.8");
            site.raw().get("/a", line);
            assertThat(used(site, "5.6.7.8")).isEqualTo(1);
            assertThat(used(site, LOOPBACK)).isEqualTo(1);
        }
    }

    @Test
    void theForwardingHeaderIsConfigurable() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.FORWARDED)) {
            site.get("/a", "Forwarded", "for=9.9.9.9, for=\"5.6.7.8:1234\";proto=https", "X-Forwarded-For", "1.1.1.1");
            assertThat(used(site, "5.6.7.8")).isEqualTo(1);
        }
        try (Site site = behindAProxy(new ForwardingHeader("X-Real-IP"))) {
            site.get("/a", "X-Real-IP", "5.6.7.8", "X-Forwarded-For", "1.1.1.1");
            assertThat(used(site, "5.6.7.8")).isEqualTo(1);
        }
    }

    @Test
    void theFirstHopIsTheCallerIfAllAreTrustedAndThePeerBeyondThirtyTwo() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            site.get("/a", "X-Forwarded-For", "127.0.0.9, 127.0.0.8");
            assertThat(used(site, "127.0.0.9")).isEqualTo(1);
            site.get("/a", "X-Forwarded-For", "5.6.7.8" + ", 127.0.0.8".repeat(500));
            assertThat(used(site, "5.6.7.8")).isZero();
            assertThat(used(site, LOOPBACK)).isEqualTo(1);
        }
    }

    @Test
    void textThatIsNotAnAddressIsIgnored() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            for (String nonsense : new String[] {"localhost", "127.1", "0177.0.0.1", "1.2.3.4%eth0", "", "\t"}) {
                site.raw().get("/a", "X-Forwarded-For: " + nonsense);
            }
            assertThat(used(site, LOOPBACK)).isEqualTo(6);
        }
    }

    @Test
    void rotatingOrRespellingAddressesIsNoBypass() throws Exception {
        try (Site site = behindAProxy(ForwardingHeader.X_FORWARDED_FOR)) {
            site.get("/a", "X-Forwarded-For", "2001:db8::1");
            site.get("/a", "X-Forwarded-For", "2001:DB8:0::ffff:1");
            site.get("/a", "X-Forwarded-For", "::ffff:5.6.7.8");
            assertThat(used(site, "2001:db8::2")).isEqualTo(2);
            assertThat(used(site, "5.6.7.8")).isEqualTo(1);
        }
    }
}
