package io.weir.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Any entry of a header either is an address or is not, and the caller is always an address that a trusted proxy named.
 */
final class AddressFuzzTest {

    private static final String[] PIECES = {
        "1",
        "0",
        "255",
        "256",
        "00",
        "0x1",
        ".",
        "..",
        ":",
        "::",
        "ffff",
        "FFFF",
        "db8",
        "10.0.0.1",
        "1.2.3.4",
        "%eth0",
        "[",
        "]",
        " ",
        ",",
        "\t",
        "é",
        "١",
        "\u0000",
        "-",
        "/",
        "localhost",
        "unknown",
        "2001:db8::1",
        "::ffff:1.2.3.4",
        "1e9",
        "for=",
        ";",
        "\"",
    };

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    @Test
    void addressesAreReadLikeJavaAndWrittenAsTheyAreRead() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 300_000; i++) {
            String text = text(random);
            Optional<IpAddress> read = IpAddress.parse(text);
            if (read.isPresent()) {
                // A literal, so Java looks up no name.
                assertThat(text).matches("[0-9a-fA-F:.]+");
                assertThat(IpAddress.of(InetAddress.getByName(text))).as(text).isEqualTo(read.get());
                assertThat(IpAddress.parse(read.get().toString())).as(text).isEqualTo(read);
            }
        }
    }

    @Test
    void theCallerIsThePeerOrAnAddressNamedByATrustedProxy() {
        TrustedProxies proxies = new TrustedProxies(List.of(Cidr.parse("10.0.0.0/8")));
        IpAddress trusted = IpAddress.parse("10.9.9.9").orElseThrow();
        IpAddress stranger = IpAddress.parse("9.9.9.9").orElseThrow();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 300_000; i++) {
            List<String> lines = IntStream.range(0, random.nextInt(1, 4))
                    .mapToObj(line -> text(random))
                    .toList();
            ForwardingHeader header =
                    random.nextBoolean() ? ForwardingHeader.FORWARDED : ForwardingHeader.X_FORWARDED_FOR;
            assertThat(proxies.caller(stranger, header, lines)).as("%s", lines).isEqualTo(stranger);
            IpAddress caller = proxies.caller(trusted, header, lines);
            List<String> hops = header.hops(lines);
            Optional<IpAddress> lastHop = IpAddress.parse(hops.get(hops.size() - 1));
            // The proxy itself wrote the last hop. If this is no address, or not trusted, nothing before it
            // counts.
            if (lastHop.isEmpty()) {
                assertThat(caller).as("%s", lines).isEqualTo(trusted);
            } else if (!proxies.trusts(lastHop.get())) {
                assertThat(caller).as("%s", lines).isEqualTo(lastHop.get());
            }
        }
    }
}
