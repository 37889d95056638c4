package io.weir.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpAddressTest {

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "255.255.255.255, 255.255.255.255",
        "0.0.0.0, 0.0.0.0",
        "::1, 0:0:0:0:0:0:0:1",
        "::, 0:0:0:0:0:0:0:0",
        "2001:DB8::A, 2001:db8:0:0:0:0:0:a",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
        "1::, 1:0:0:0:0:0:0:0",
        "::ffff:1.2.3.4, 1.2.3.4",
        "::FFFF:102:304, 1.2.3.4",
        "0:0:0:0:0:ffff:1.2.3.4, 1.2.3.4",
        "64:ff9b::1.2.3.4, 64:ff9b:0:0:0:0:102:304"
    })
    void readsLiteralsInEveryForm(String text, String usual) {
        assertThat(IpAddress.parse(text)).get().hasToString(usual);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "127.1",
                "1.2.3",
                "1.2.3.4.5",
                "0177.0.0.1",
                "01.2.3.4",
                "256.1.1.1",
                "1.2.3.4 ",
                "1.2.3.-4",
                "1.2.3.4%eth0",
                "fe80::1%eth0",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7::8",
                "12345::",
                "::g",
                ":1",
                "1:",
                "localhost",
                "example.org",
                "١.٢.٣.٤",
                "::1.2.3",
                "::1.2.3.4:5",
                "[::1]",
                "1.2.3.4:80",
                "0x7f.1.1.1",
                "::ffff:1.2.3.04",
                "10.0.0.1::",
                "1.2.3.4::1"
            })
    void rejectsOtherTexts(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void agreesWithTheJdkOnRandomAddresses() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            InetAddress address = InetAddress.getByAddress(bytes);
            assertThat(IpAddress.parse(address.getHostAddress())).contains(IpAddress.of(address));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "::ffff:1.2.3.4, 1.2.3.4",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1:2:0:0:0:0/64",
        // 6to4: any network and host of the IPv4 address's 48 bits.
        "2002:102:304::, 1.2.3.4",
        "2002:102:304:ffff:1:2:3:4, 1.2.3.4",
        "2003:102:304:ffff:1:2:3:4, 2003:102:304:ffff:0:0:0:0/64",
        // Teredo: any server, flags and port; the client's address is inverted (the example of RFC 4380).
        "2001:0:4136:e378:8000:63bf:3fff:fdd2, 192.0.2.45",
        "2001::fefd:fcfb, 1.2.3.4",
        "2001:0:ffff:ffff:ffff:ffff:fefd:fcfb, 1.2.3.4",
        "2001:1:4136:e378:8000:63bf:3fff:fdd2, 2001:1:4136:e378:0:0:0:0/64",
        // NAT64 with the well-known prefix, and with an operator's.
        "64:ff9b::1.2.3.4, 1.2.3.4",
        "64:ff9b::255.255.255.255, 255.255.255.255",
        "64:ff9b::1:102:304, 64:ff9b:0:0:0:0:0:0/64",
        "64:ff9b:1::1.2.3.4, 64:ff9b:1:0:0:0:102:304/128",
        "64:ff9b:1:ffff::1.2.3.4, 64:ff9b:1:ffff:0:0:102:304/128",
        "64:ff9b:2::1.2.3.4, 64:ff9b:2:0:0:0:0:0/64",
        // Translated and compatible.
        "::ffff:0:1.2.3.4, 1.2.3.4",
        "::1.2.3.4, 1.2.3.4",
        "::0.0.0.2, 0.0.0.2",
        "::255.255.255.255, 255.255.255.255",
        "::1:0:1.2.3.4, 0:0:0:0:0:0:0:0/64",
        // The machine itself.
        "::1, 0:0:0:0:0:0:0:1/128",
        "::, 0:0:0:0:0:0:0:0/128"
    })
    void countsTheOwnerOfAnAddress(String text, String subject) {
        assertThat(IpAddress.parse(text).orElseThrow().subject(64)).isEqualTo(subject);
    }

    @Test
    void anIpv4AddressInsideGrantsNoTrust() {
        assertThat(Cidr.parse("10.0.0.0/8")
                        .contains(IpAddress.parse("2002:a00:1::1").orElseThrow()))
                .isFalse();
        assertThat(Cidr.parse("10.0.0.0/8")
                        .contains(IpAddress.parse("64:ff9b::10.0.0.1").orElseThrow()))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "0.0.0.0/0, 200.1.2.3, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "2001:db8:0:1::/64, 2001:db8:0:1:ffff::1, true",
        "2001:db8::/127, 2001:db8::2, false",
        "::/0, 2001:db8::2, true",
        "10.0.0.0/8, ::ffff:10.1.2.3, true"
    })
    void aNetworkContainsWhatSharesItsLeadingBits(String network, String address, boolean contained) {
        assertThat(Cidr.parse(network).contains(IpAddress.parse(address).orElseThrow()))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0/8", "10.0.0.0/8/8", "host/8"})
    void anInvalidNetworkIsRejected(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Cidr.parse(text));
    }
}
