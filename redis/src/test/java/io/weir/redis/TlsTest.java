package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisBinary;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {

    private static final String PASSWORD = "changeit";
    private static final Map<String, String> TRUST = new TreeMap<>();

    @TempDir
    private static Path folder;

    private static RedisServer redis;

    @BeforeAll
    static void start() throws Exception {
        Path store = folder.resolve("redis.p12");
        makeCertificate(store);
        TRUST.put("javax.net.ssl.trustStore", store.toString());
        TRUST.put("javax.net.ssl.trustStorePassword", PASSWORD);
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        byte[] key = keys.getKey("redis", PASSWORD.toCharArray()).getEncoded();
        byte[] certificate = keys.getCertificate("redis").getEncoded();
        redis = startTls(pem("PRIVATE KEY", key), pem("CERTIFICATE", certificate));
    }

    private static void makeCertificate(Path store) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        List<String> command = List.of(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "EC",
                "-dname",
                "CN=redis",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
    }

    private static String pem(String what, byte[] bytes) throws Exception {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
        return Files.writeString(folder.resolve(what.replace(' ', '-')), text).toString();
    }

    private static RedisServer startTls(String key, String certificate) {
        try {
            return RedisServer.start(
                    "--port",
                    "0",
                    "--tls-port",
                    RedisServer.PORT,
                    "--tls-key-file",
                    key,
                    "--tls-cert-file",
                    certificate,
                    "--tls-ca-cert-file",
                    certificate,
                    "--tls-auth-clients",
                    "no");
        } catch (IllegalStateException failure) {
            if (String.valueOf(failure.getMessage()).contains("tls-port")) {
                abort(RedisBinary.find() + " was built without TLS; install redis-server to run this test");
            }
            throw failure;
        }
    }

    @AfterAll
    static void stop() {
        TRUST.keySet().forEach(System::clearProperty);
        if (redis != null) {
            redis.close();
        }
    }

    private static String uri() {
        return "rediss://127.0.0.1:" + redis.port();
    }

    @Test
    void connectsByTlsToARedisThatTheTrustStoreKnows() {
        TRUST.forEach(System::setProperty);
        try (RedisStore store = RedisStore.connect(uri())) {
            assertThat(store.chargeNow("key", Limit.parse("10/min"), 1).allowed())
                    .isTrue();
        }
    }

    @Test
    void rejectsARedisThatTheTrustStoreDoesNotKnow() {
        TRUST.keySet().forEach(System::clearProperty);
        assertThat(failure(uri())).hasMessageContaining("certification path");
    }

    @Test
    void rejectsACertificateForAnotherHost() {
        TRUST.forEach(System::setProperty);
        assertThat(failure("rediss://localhost:" + redis.port())).hasMessageContaining("matching localhost");
    }

    @Test
    void plainConnectionsToATlsPortFail() {
        assertThat(failure(redis.uri() + "?timeout=2s")).isNotNull();
    }

    private static Throwable failure(String uri) {
        try (RedisStore store = RedisStore.connect(uri + (uri.contains("?") ? "" : "?timeout=30s"))) {
            return Wait.failure(store.charge(List.of(Charge.of("key", Limit.parse("10/min")))));
        }
    }
}
