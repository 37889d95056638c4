package io.weir.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TrustedProxiesTest {

    private static final TrustedProxies PROXIES =
            new TrustedProxies(List.of(Cidr.parse("10.0.0.0/8"), Cidr.parse("2001:db8::/32")));

    private static String caller(String peer, String... lines) {
        return caller(ForwardingHeader.X_FORWARDED_FOR, peer, lines);
    }

    private static String caller(ForwardingHeader header, String peer, String... lines) {
        return PROXIES.caller(IpAddress.parse(peer).orElseThrow(), header, List.of(lines))
                .toString();
    }

    @Test
    void aHeaderFromAPeerThatIsNotTrustedIsNotRead() {
        assertThat(caller("9.9.9.9", "1.1.1.1")).isEqualTo("9.9.9.9");
    }

    @Test
    void theFirstAddressFromTheRightThatIsNotTrustedIsTheCaller() {
        assertThat(caller("10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2")).isEqualTo("1.1.1.1");
        assertThat(caller("10.0.0.1", "1.1.1.1")).isEqualTo("1.1.1.1");
        assertThat(caller("2001:db8::5", "::ffff:1.1.1.1")).isEqualTo("1.1.1.1");
    }

    @Test
    void linesAreJoinedInTheirOrder() {
        assertThat(caller("10.0.0.1", "6.6.6.6", "1.1.1.1,10.0.0.2")).isEqualTo("1.1.1.1");
    }

    @Test
    void whenAllAreTrustedTheLeftmostIsTheCaller() {
        assertThat(caller("10.0.0.1", "10.0.0.3, 10.0.0.2")).isEqualTo("10.0.0.3");
        assertThat(caller("10.0.0.1")).isEqualTo("10.0.0.1");
    }

    @Test
    void aHopThatIsNoAddressEndsTheSearch() {
        assertThat(caller("10.0.0.1", "1.1.1.1, unknown, 10.0.0.2")).isEqualTo("10.0.0.2");
        assertThat(caller("10.0.0.1", "")).isEqualTo("10.0.0.1");
    }

    @Test
    void tooManyHopsMeanThePeer() {
        String hops = String.join(",", Collections.nCopies(10_000, "10.0.0.2"));
        assertThat(caller("10.0.0.1", "1.1.1.1," + hops)).isEqualTo("10.0.0.1");
    }

    @Test
    void readsTheStandardsHeader() {
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "for=6.6.6.6, FOR=1.1.1.1;proto=https;by=10.0.0.2"))
                .isEqualTo("1.1.1.1");
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "proto=https; for=\"[2001:db9::7]:4711\""))
                .isEqualTo("2001:db9:0:0:0:0:0:7");
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "for=1.1.1.1, for=_hidden"))
                .isEqualTo("10.0.0.1");
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "for=1.1.1.1, proto=https"))
                .isEqualTo("10.0.0.1");
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "1.1.1.1")).isEqualTo("10.0.0.1");
    }

    @Test
    void anUnclosedQuotationMarkHidesNothing() {
        assertThat(caller(ForwardingHeader.FORWARDED, "10.0.0.1", "for=\"6.6.6.6", "for=1.1.1.1"))
                .isEqualTo("1.1.1.1");
    }

    @Test
    void portsAndBracketsAreNotPartOfAnAddress() {
        assertThat(caller("10.0.0.1", "1.1.1.1:8080")).isEqualTo("1.1.1.1");
        assertThat(caller("10.0.0.1", "[2001:db9::7]:1")).isEqualTo("2001:db9:0:0:0:0:0:7");
        assertThat(caller("10.0.0.1", "[2001:db9::7]")).isEqualTo("2001:db9:0:0:0:0:0:7");
        assertThat(caller("10.0.0.1", "[2001:db9::7]x")).isEqualTo("10.0.0.1");
        assertThat(caller("10.0.0.1", "1.1.1.1:x")).isEqualTo("10.0.0.1");
    }
}
