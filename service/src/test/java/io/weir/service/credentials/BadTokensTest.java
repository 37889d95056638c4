package io.weir.service.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.jwt.JwtKeys;
import io.weir.guard.jwt.JwtVerifier;
import io.weir.time.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Senders of many bad tokens do not get signatures verified without end. */
final class BadTokensTest {

    private final ManualTime time = ManualTime.create();
    private final BadTokens bad = new BadTokens(time);

    private static Optional<IpAddress> from(String address) {
        return IpAddress.parse(address);
    }

    private void send(int tokens, String address) {
        for (int i = 0; i < tokens; i++) {
            assertThat(bad.areTooMany(from(address))).isFalse();
            bad.add(from(address));
        }
    }

    @Test
    void thirtyInAMinuteAreTooManyForOneAddress() {
        send(30, "192.0.2.1");
        assertThat(bad.areTooMany(from("192.0.2.1"))).isTrue();
        assertThat(bad.areTooMany(from("192.0.2.2"))).isFalse();
        time.advance(Duration.ofSeconds(2));
        send(1, "192.0.2.1");
        assertThat(bad.areTooMany(from("192.0.2.1"))).isTrue();
    }

    @Test
    void oneSubscriberOfIpv6IsOneAddress() {
        send(30, "2001:db8::1");
        assertThat(bad.areTooMany(from("2001:db8::2"))).isTrue();
        assertThat(bad.areTooMany(from("2001:db8:0:1::1"))).isFalse();
    }

    @Test
    void requestsWithoutAnAddressShareNoCount() {
        for (int i = 0; i < 99; i++) {
            bad.add(Optional.empty());
        }
        assertThat(bad.areTooMany(Optional.empty())).isFalse();
    }

    @Test
    void tokensAreUnavailableAndNotBadWhileTheIssuerIsAway() throws Exception {
        String token;
        JwtConfig gone;
        try (LoginServer issuer = LoginServer.start()) {
            token = issuer.token(LoginServer.claims("ann"));
            gone = issuer.accepted();
        }
        try (TokenVerifier verifier = new TokenVerifier(JwtVerifier.of(gone), bad)) {
            for (int i = 0; i < 31; i++) {
                assertThat(verifier.verify(token, from("192.0.2.1")).join()).isEqualTo(CheckedToken.UNAVAILABLE);
            }
        }
        assertThat(bad.areTooMany(from("192.0.2.1"))).isFalse();
    }

    @Test
    void aSecretIsInNoText() {
        JwtConfig config = JwtConfig.of("issuer", "audience", JwtKeys.ofSecret("shared-secret-of-32-bytes-at-least"));
        assertThat(CredentialSettings.NONE.withTokens(config).toString()).doesNotContain("shared-secret");
        assertThat(new PresentedCredentials(Optional.of("weir_live_secret"), Optional.of("a.b.c")).toString())
                .doesNotContain("secret", "a.b.c");
        assertThat(JwtConfig.of("i", "a", JwtKeys.at(URI.create("http://127.0.0.1/jwks")))
                        .toString())
                .contains("127.0.0.1");
    }
}
