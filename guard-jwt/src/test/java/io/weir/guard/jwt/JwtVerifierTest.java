package io.weir.guard.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.weir.policy.rule.Caller;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JwtVerifierTest {

    private final ManualTime time = ManualTime.at(Issuer.NOW);
    private final Issuer issuer;
    private final JwtVerifier verifier;

    JwtVerifierTest() throws IOException {
        issuer = Issuer.start();
        verifier = verifier();
    }

    private JwtVerifier verifier() {
        return JwtVerifier.of(JwtConfig.of(Issuer.NAME, Issuer.AUDIENCE, JwtKeys.at(issuer.url()))
                .withTime(time));
    }

    @AfterEach
    void close() throws IOException {
        verifier.close();
        issuer.close();
    }

    private JwtCode code(String token) {
        return verifier.verify(token).code();
    }

    private JwtCode code(JWTClaimsSet.Builder claims) throws Exception {
        return code(Issuer.token(Issuer.FIRST, claims.build()));
    }

    private static Date date(Instant at) {
        return Date.from(at);
    }

    private static String encoded(String json) {
        return Base64URL.encode(json).toString();
    }

    @Test
    void aGenuineTokenNamesItsSubject() throws Exception {
        JwtClaims claims = verifier.verify(Issuer.token(Issuer.FIRST)).claims().orElseThrow();
        assertThat(claims.subject()).isEqualTo("ann");
        assertThat(claims.tier()).contains("premium");
        assertThat(claims.tenant()).contains("acme");
        assertThat(claims.scopes()).containsExactlyInAnyOrder("orders:read", "orders:write");
        assertThat(claims.others())
                .containsEntry("beta", "true")
                .containsEntry("level", "7")
                .doesNotContainKey("nested");
        assertThat(claims.caller())
                .isEqualTo(Caller.user("ann")
                        .withTenant("acme")
                        .withTier("premium")
                        .withClaims(claims.others())
                        .withScopes(Set.of("orders:read", "orders:write")));
    }

    @Test
    void ellipticCurvesAndTypedTokensAreAccepted() throws Exception {
        assertThat(code(Issuer.token(Issuer.CURVE))).isEqualTo(JwtCode.VALID);
        for (String type : List.of("JWT", "at+jwt")) {
            JWSHeader header =
                    Issuer.header(Issuer.FIRST).type(new JOSEObjectType(type)).build();
            assertThat(code(Issuer.signed(Issuer.FIRST, header, Issuer.claims().build())))
                    .isEqualTo(JwtCode.VALID);
        }
    }

    @Test
    void scopesMayBeAList() throws Exception {
        String token = Issuer.token(
                Issuer.FIRST,
                Issuer.claims()
                        .claim("scope", null)
                        .claim("scp", List.of("a", "b"))
                        .build());
        assertThat(verifier.verify(token).claims().orElseThrow().scopes()).isEqualTo(Set.of("a", "b"));
    }

    @Test
    void aTokenWithoutSignatureIsRefused() {
        assertThat(code(new PlainJWT(Issuer.claims().build()).serialize())).isEqualTo(JwtCode.MALFORMED);
        String payload = encoded(Issuer.claims().build().toString());
        assertThat(code(encoded("{\"alg\":\"none\",\"kid\":\"first\"}") + "." + payload + ".AA"))
                .isEqualTo(JwtCode.MALFORMED);
        assertThat(code(encoded("{\"alg\":\"NoNe\",\"kid\":\"first\"}") + "." + payload + ".AA"))
                .isEqualTo(JwtCode.UNSUPPORTED);
    }

    /** Everybody knows the public key, so a token that is signed with it as a shared secret must not pass. */
    @Test
    void aTokenSignedWithThePublicKeyAsASecretIsRejected() throws Exception {
        for (byte[] secret : List.of(
                Issuer.FIRST.toRSAPublicKey().getEncoded(),
                Issuer.FIRST.toPublicJWK().toString().getBytes(StandardCharsets.UTF_8))) {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                    Issuer.claims().build());
            token.sign(new MACSigner(secret));
            assertThat(code(token.serialize())).isEqualTo(JwtCode.UNSUPPORTED);
        }
    }

    @Test
    void anotherKeyOfTheSameNameIsRefused() throws Exception {
        assertThat(code(Issuer.token(Issuer.FORGED))).isEqualTo(JwtCode.BAD_SIGNATURE);
    }

    @Test
    void aChangedTokenIsRefused() throws Exception {
        String[] parts = Issuer.token(Issuer.FIRST).split("\\.", -1);
        String payload = encoded(Issuer.claims().subject("bob").build().toString());
        assertThat(code(parts[0] + "." + payload + "." + parts[2])).isEqualTo(JwtCode.BAD_SIGNATURE);
        assertThat(code(parts[0] + "." + parts[1] + ".")).isNotEqualTo(JwtCode.VALID);
    }

    @Test
    void keysInTheTokenItselfAreNotUsed() throws Exception {
        JWSHeader withKey = Issuer.header(Issuer.FORGED)
                .jwk(Issuer.FORGED.toPublicJWK())
                .jwkURL(URI.create("https://forger.example.com/jwks"))
                .build();
        assertThat(code(Issuer.signed(Issuer.FORGED, withKey, Issuer.claims().build())))
                .isEqualTo(JwtCode.BAD_SIGNATURE);
    }

    @Test
    void namesOfKeysAreNotInterpreted() throws Exception {
        for (String id :
                List.of("../../etc/passwd", "first' or '1'='1", "http://127.0.0.1:1/", "\u0000", "x".repeat(4_000))) {
            JWSHeader header =
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(id).build();
            assertThat(code(Issuer.signed(Issuer.FORGED, header, Issuer.claims().build())))
                    .isEqualTo(JwtCode.UNKNOWN_KEY);
        }
        assertThat(issuer.fetches()).isLessThanOrEqualTo(2);
    }

    /** Returns a token that is signed by the issuer's own key, with a header that libraries do not write. */
    private static String signedByHand(String header, String payload) throws Exception {
        String signed = encoded(header) + "." + encoded(payload);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(Issuer.FIRST.toPrivateKey());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + Base64URL.encode(signature.sign());
    }

    @Test
    void anUnknownCriticalHeaderIsRejected() throws Exception {
        String payload = Issuer.claims().build().toString();
        String header = "{\"alg\":\"RS256\",\"kid\":\"first\",\"urn:x\":1,\"crit\":[\"urn:x\"]}";
        assertThat(code(signedByHand(header, payload))).isEqualTo(JwtCode.BAD_SIGNATURE);
        String without = header.replace(",\"crit\":[\"urn:x\"]", "");
        assertThat(code(signedByHand(without, payload))).isEqualTo(JwtCode.VALID);
    }

    @Test
    void tokensOfAnotherTypeAreRefused() throws Exception {
        JWSHeader header = Issuer.header(Issuer.FIRST)
                .type(new JOSEObjectType("logout+jwt"))
                .build();
        assertThat(code(Issuer.signed(Issuer.FIRST, header, Issuer.claims().build())))
                .isEqualTo(JwtCode.UNSUPPORTED);
    }

    @Test
    void issuerAndAudienceMustBeRight() throws Exception {
        assertThat(code(Issuer.claims().issuer("https://login.example.com.forger.net")))
                .isEqualTo(JwtCode.WRONG_ISSUER);
        assertThat(code(Issuer.claims().issuer(null))).isEqualTo(JwtCode.WRONG_ISSUER);
        assertThat(code(Issuer.claims().audience("https://other.example.com"))).isEqualTo(JwtCode.WRONG_AUDIENCE);
        assertThat(code(Issuer.claims().audience((String) null))).isEqualTo(JwtCode.WRONG_AUDIENCE);
        assertThat(code(Issuer.claims().audience(List.of("https://other.example.com", Issuer.AUDIENCE))))
                .isEqualTo(JwtCode.VALID);
    }

    @Test
    void subjectExpiryAndIssueAreRequired() throws Exception {
        assertThat(code(Issuer.claims().subject(null))).isEqualTo(JwtCode.INCOMPLETE);
        assertThat(code(Issuer.claims().subject(" "))).isEqualTo(JwtCode.INCOMPLETE);
        assertThat(code(Issuer.claims().subject("x".repeat(256)))).isEqualTo(JwtCode.INCOMPLETE);
        assertThat(code(Issuer.claims().expirationTime(null))).isEqualTo(JwtCode.INCOMPLETE);
        assertThat(code(Issuer.claims().issueTime(null))).isEqualTo(JwtCode.INCOMPLETE);
    }

    @Test
    void aTokenExpiresThirtySecondsAfterItsTime() throws Exception {
        String token = Issuer.token(Issuer.FIRST);
        time.advance(Duration.ofMinutes(15).plusSeconds(30).minusNanos(1_000));
        assertThat(code(token)).isEqualTo(JwtCode.VALID);
        time.advanceMicros(1);
        assertThat(code(token)).isEqualTo(JwtCode.EXPIRED);
    }

    @Test
    void aCachedTokenIsNotValidForLonger() throws Exception {
        String token = Issuer.token(Issuer.FIRST);
        time.advance(Duration.ofMinutes(15).minusSeconds(1));
        assertThat(code(token)).isEqualTo(JwtCode.VALID);
        assertThat(code(token)).isEqualTo(JwtCode.VALID);
        time.advance(Duration.ofSeconds(31));
        assertThat(code(token)).isEqualTo(JwtCode.EXPIRED);
    }

    @Test
    void aTokenFromTheFutureIsRefused() throws Exception {
        Instant soon = Issuer.NOW.plusSeconds(30);
        assertThat(code(Issuer.claims().notBeforeTime(date(soon)))).isEqualTo(JwtCode.VALID);
        assertThat(code(Issuer.claims().notBeforeTime(date(soon.plusSeconds(1)))))
                .isEqualTo(JwtCode.NOT_YET_VALID);
        assertThat(code(Issuer.claims().issueTime(date(soon.plusSeconds(1))))).isEqualTo(JwtCode.NOT_YET_VALID);
    }

    @Test
    void aTokenWithATooLongLifetimeIsRejected() throws Exception {
        Date tooLate = date(Issuer.NOW.plus(Duration.ofMinutes(15)).plusSeconds(1));
        assertThat(code(Issuer.claims().expirationTime(tooLate))).isEqualTo(JwtCode.TOO_LONG_LIVED);
        assertThat(code(Issuer.claims().expirationTime(date(Issuer.NOW.plus(Duration.ofDays(365))))))
                .isEqualTo(JwtCode.TOO_LONG_LIVED);
    }

    @Test
    void invalidTokensAreMalformed() throws Exception {
        String token = Issuer.token(Issuer.FIRST);
        for (String text : List.of(
                "",
                ".",
                "..",
                "...",
                "a.b.c",
                token + ".x",
                token + " ",
                token.replace('.', ' '),
                "weir_live_x",
                encoded("[]") + "." + encoded("{}") + ".AA",
                encoded("{\"alg\":[]}") + "." + encoded("{}") + ".AA",
                encoded("{".repeat(4_000)) + ".e30.AA",
                token + "A".repeat(8_192),
                "\u0000".repeat(100))) {
            assertThat(code(text)).as(text).isEqualTo(JwtCode.MALFORMED);
        }
    }

    @Test
    void longTokensAreRejectedBeforeTheyAreRead() throws Exception {
        String token = Issuer.token(
                Issuer.FIRST, Issuer.claims().claim("much", "x".repeat(8_000)).build());
        assertThat(code(token)).isEqualTo(JwtCode.MALFORMED);
        assertThat(issuer.fetches()).isZero();
    }

    @Test
    void claimsOfTheWrongTypeOrTwiceAreRefused() throws Exception {
        for (String payload : List.of(
                "{\"sub\":\"ann\",\"sub\":\"bob\"}",
                "{\"sub\":\"ann\",\"exp\":\"tomorrow\"}",
                "{\"sub\":{\"a\":1}}",
                "{\"tier\":7,\"sub\":\"ann\"}",
                "not json")) {
            String complete = payload.replace(
                    "{\"",
                    "{\"iss\":\"" + Issuer.NAME + "\",\"aud\":\"" + Issuer.AUDIENCE + "\",\"iat\":1767225600,\"");
            String all =
                    complete.contains("\"exp\"") ? complete : complete.replace("\"iat\"", "\"exp\":1767226000,\"iat\"");
            JWSObject token = new JWSObject(Issuer.header(Issuer.FIRST).build(), new Payload(all));
            token.sign(new RSASSASigner(Issuer.FIRST));
            assertThat(code(token.serialize())).as(payload).isEqualTo(JwtCode.MALFORMED);
        }
    }

    @Test
    void aNewKeyOfTheIssuerIsReadWhenATokenNamesIt() throws Exception {
        assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.VALID);
        issuer.rotateTo(Issuer.SECOND);
        assertThat(code(Issuer.token(Issuer.SECOND))).isEqualTo(JwtCode.VALID);
        JWTClaimsSet other = Issuer.claims().subject("bob").build();
        assertThat(code(Issuer.token(Issuer.FIRST, other))).isEqualTo(JwtCode.UNKNOWN_KEY);
    }

    @Test
    void aFloodOfUnknownKeysFetchesTheKeysTwice() throws Exception {
        JWTClaimsSet claims = Issuer.claims().build();
        String[] parts = Issuer.token(Issuer.FIRST, claims).split("\\.", -1);
        for (int i = 0; i < 1_000; i++) {
            String header = encoded("{\"alg\":\"RS256\",\"kid\":\"unknown" + i + "\"}");
            assertThat(code(header + "." + parts[1] + "." + parts[2])).isEqualTo(JwtCode.UNKNOWN_KEY);
        }
        assertThat(issuer.fetches()).isEqualTo(2);
        assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.VALID);
    }

    @Test
    void knownKeysStayValidWhileTheServerIsAway() throws Exception {
        assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.VALID);
        issuer.goAway();
        assertThat(code(Issuer.token(Issuer.SECOND))).isEqualTo(JwtCode.UNKNOWN_KEY);
        JWTClaimsSet other = Issuer.claims().subject("bob").build();
        assertThat(code(Issuer.token(Issuer.FIRST, other))).isEqualTo(JwtCode.VALID);
    }

    @Test
    void withoutKeysNothingIsAccepted() throws Exception {
        issuer.goAway();
        assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.UNAVAILABLE);
    }

    /** Unknown keys would be forgeries, which honest clients must not be taken for while nobody knows the keys. */
    @Test
    void withoutKeysNoTokenIsCalledForgedHoweverManyCome() throws Exception {
        issuer.answer(500);
        assertThat(verifier.prepare()).isPresent();
        for (int i = 0; i < 9; i++) {
            assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.UNAVAILABLE);
        }
    }

    @Test
    void keysAreReadAheadOfTheFirstToken() throws Exception {
        assertThat(verifier.prepare()).isEmpty();
        assertThat(issuer.fetches()).isEqualTo(1);
        issuer.goAway();
        assertThat(code(Issuer.token(Issuer.FIRST))).isEqualTo(JwtCode.VALID);
    }

    @Test
    void whatIsKnownOfATokenNeedsNoKeys() throws Exception {
        String token = Issuer.token(Issuer.FIRST);
        assertThat(verifier.known("a.b")).contains(JwtVerification.refused(JwtCode.MALFORMED));
        assertThat(verifier.known(token)).isEmpty();
        assertThat(issuer.fetches()).isZero();
        JwtVerification valid = verifier.verify(token);
        assertThat(verifier.known(token)).containsSame(valid);
        time.advance(Duration.ofSeconds(61));
        assertThat(verifier.known(token)).isEmpty();
        time.advance(Duration.ofMinutes(15));
        JwtVerification expired = verifier.verify(token);
        assertThat(expired.code()).isEqualTo(JwtCode.EXPIRED);
        assertThat(verifier.known(token)).containsSame(expired);
        String forged = Issuer.token(Issuer.FORGED);
        assertThat(code(forged)).isEqualTo(JwtCode.BAD_SIGNATURE);
        assertThat(verifier.known(forged)).isEmpty();
    }

    @Test
    void redirectsErrorsAndHugeAnswersAreNotUsedAsKeys() throws Exception {
        for (int status : List.of(302, 404, 500)) {
            issuer.answer(status);
            try (JwtVerifier fresh = verifier()) {
                assertThat(fresh.verify(Issuer.token(Issuer.FIRST)).code()).isEqualTo(JwtCode.UNAVAILABLE);
            }
        }
        issuer.answer(200);
        for (String text : List.of("", "not json", "{\"keys\":[]," + " ".repeat(1 << 19) + "\"x\":1}")) {
            issuer.showText(text);
            try (JwtVerifier fresh = verifier()) {
                assertThat(fresh.verify(Issuer.token(Issuer.FIRST)).isValid()).isFalse();
            }
        }
    }

    @Test
    void aSharedSecretIsForHs256AndNothingElse() throws Exception {
        String secret = "a secret of at least thirty-two bytes";
        JwtVerifier shared = JwtVerifier.of(JwtConfig.of(Issuer.NAME, Issuer.AUDIENCE, JwtKeys.ofSecret(secret))
                .withTime(time));
        SignedJWT token =
                new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), Issuer.claims().build());
        token.sign(new MACSigner(secret));
        assertThat(shared.verify(token.serialize()).code()).isEqualTo(JwtCode.VALID);
        assertThat(shared.verify(Issuer.token(Issuer.FIRST)).code()).isEqualTo(JwtCode.UNSUPPORTED);
        SignedJWT other =
                new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), Issuer.claims().build());
        other.sign(new MACSigner("another secret of thirty-two bytes or more"));
        assertThat(shared.verify(other.serialize()).code()).isEqualTo(JwtCode.BAD_SIGNATURE);
        assertThat(JwtKeys.ofSecret(secret).toString()).doesNotContain("secret of");
    }

    @Test
    void contradictorySettingsAreRejected() {
        for (String url :
                List.of("http://login.example.com/jwks", "ftp://x/y", "file:///etc/passwd", "https:///jwks", "/jwks")) {
            assertThatThrownBy(() -> JwtKeys.at(URI.create(url))).as(url).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> JwtKeys.ofSecret("short")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JwtKeys.Published(issuer.url(), Set.of("none")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JwtConfig.of("", "a", JwtKeys.at(issuer.url())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aResultContainsNothingOfARejectedToken() throws Exception {
        JwtVerification refused = verifier.verify(Issuer.token(Issuer.FORGED));
        assertThat(refused.claims()).isEmpty();
        assertThat(Map.of("code", refused.code().text())).containsEntry("code", "bad-signature");
    }
}
