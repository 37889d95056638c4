package io.weir.service.credentials;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.jwt.JwtKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** An issuer of tokens that shows its present key over real HTTP. */
final class LoginServer implements AutoCloseable {

    private static final String ISSUER = "https://login.example.com";
    private static final String AUDIENCE = "https://api.example.com";

    private final HttpServer server;
    private volatile RSAKey key = key("first");

    private LoginServer(HttpServer server) {
        this.server = server;
    }

    static LoginServer start() {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            LoginServer started = new LoginServer(http);
            http.createContext("/jwks", exchange -> {
                byte[] body = new JWKSet(started.key.toPublicJWK()).toString().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            http.start();
            return started;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    JwtConfig accepted() {
        URI jwks = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
        return JwtConfig.of(ISSUER, AUDIENCE, JwtKeys.at(jwks));
    }

    String keyId() {
        return key.getKeyID();
    }

    void rotateTo(RSAKey next) {
        key = next;
    }

    static JWTClaimsSet.Builder claims(String user) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject(user)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(10))));
    }

    String token(JWTClaimsSet.Builder claims) throws JOSEException {
        return token(key, claims);
    }

    static String token(RSAKey signer, JWTClaimsSet.Builder claims) throws JOSEException {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(signer.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims.build());
        token.sign(new RSASSASigner(signer));
        return token.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
