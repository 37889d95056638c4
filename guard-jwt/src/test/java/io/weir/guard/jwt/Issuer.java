package io.weir.guard.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A login service with a real HTTP server for its public keys, and the means to forge tokens. */
final class Issuer implements AutoCloseable {

    static final String NAME = "https://login.example.com";
    static final String AUDIENCE = "https://api.example.com";
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final RSAKey FIRST = rsa("first");
    static final RSAKey SECOND = rsa("second");
    static final RSAKey FORGED = rsa("first");
    static final ECKey CURVE = curve("curve");

    private final HttpServer server;
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile String keys = text(FIRST, CURVE);
    private volatile int status = 200;

    private Issuer(HttpServer server) {
        this.server = server;
    }

    static Issuer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Issuer issuer = new Issuer(server);
        server.createContext("/jwks", issuer::show);
        server.start();
        return issuer;
    }

    private static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ECKey curve(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String text(JWK... keys) {
        return new JWKSet(List.of(keys)).toString();
    }

    private void show(HttpExchange exchange) throws IOException {
        fetches.incrementAndGet();
        byte[] body = keys.getBytes(StandardCharsets.UTF_8);
        if (status != 200) {
            exchange.getResponseHeaders().set("Location", "/jwks?again");
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
    }

    int fetches() {
        return fetches.get();
    }

    void rotateTo(JWK... others) {
        keys = text(others);
    }

    void showText(String text) {
        keys = text;
    }

    void answer(int other) {
        status = other;
    }

    void goAway() {
        server.stop(0);
    }

    static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(AUDIENCE)
                .subject("ann")
                .issueTime(Date.from(NOW))
                .expirationTime(Date.from(NOW.plus(Duration.ofMinutes(15))))
                .claim("tier", "premium")
                .claim("tenant", "acme")
                .claim("scope", "orders:read  orders:write")
                .claim("beta", true)
                .claim("level", 7)
                .claim("nested", List.of("a"));
    }

    static JWSHeader.Builder header(JWK key) {
        JWSAlgorithm algorithm = key instanceof ECKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
        return new JWSHeader.Builder(algorithm).keyID(key.getKeyID());
    }

    static String token(JWK key) throws JOSEException {
        return token(key, claims().build());
    }

    static String token(JWK key, JWTClaimsSet claims) throws JOSEException {
        return signed(key, header(key).build(), claims);
    }

    static String signed(JWK key, JWSHeader header, JWTClaimsSet claims) throws JOSEException {
        JWSSigner signer = key instanceof ECKey curve ? new ECDSASigner(curve) : new RSASSASigner((RSAKey) key);
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
