package io.weir.guard.bot;

import io.weir.policy.rule.Request;
import io.weir.store.spi.SipHash;
import java.util.HexFormat;

/**
 * What stays the same when a program changes its address: family and version of the browser, the order of headers, language,
 * encodings, hints and TLS. The key of the hash is no secret, since all nodes count by the same fingerprint; a client can copy the
 * fingerprint of another one anyway.
 */
final class Fingerprint {

    private static final SipHash HASH = new SipHash(0x5765697220626f74L, 0x66696e6765727072L);

    private Fingerprint() {}

    static String of(Request request, UserAgent agent, ProxySignals proxy) {
        String ja4 = proxy.ja4().map(name -> HeaderSignals.value(request, name)).orElse("");
        String all = String.join(
                "\n",
                agent.kind() + agent.family().word() + agent.major() + agent.platform() + agent.tool(),
                request.facts().getOrDefault(HeaderSignals.HEADER_ORDER, ""),
                HeaderSignals.value(request, HeaderSignals.LANGUAGE),
                HeaderSignals.value(request, HeaderSignals.ENCODING),
                HeaderSignals.value(request, HeaderSignals.BRANDS),
                HeaderSignals.value(request, HeaderSignals.PLATFORM),
                ja4);
        return HexFormat.of().toHexDigits(HASH.of(all));
    }
}
