package io.weir.compat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The identities of test clients. Each test uses addresses and users of its own, so that it starts with fresh counters. */
final class Credentials {

    static final SecretKey SIGNING =
            new SecretKeySpec("a secret that is long enough for HS256".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

    private static final AtomicInteger LAST = new AtomicInteger();

    private Credentials() {}

    static String freshAddress() {
        int number = LAST.incrementAndGet();
        return "203." + number / 62_500 % 250 + "." + number / 250 % 250 + "." + (1 + number % 250);
    }

    static String freshUser() {
        return "user-" + LAST.incrementAndGet();
    }

    /** All users of these applications have the same password. */
    static String basic(String user) {
        return basic(user, "pw");
    }

    static String basic(String user, String password) {
        return "Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** @param claims additional claims in JSON, such as {@code "tier":"premium"} */
    static String bearer(String user, String claims) {
        String more = claims.isEmpty() ? "" : "," + claims;
        long expiry = Instant.now().getEpochSecond() + 900;
        String content = encoded("{\"alg\":\"HS256\"}") + "."
                + encoded("{\"sub\":\"" + user + "\",\"exp\":" + expiry + more + "}");
        return "Bearer " + content + "." + signature(content);
    }

    private static String signature(String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(SIGNING);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
        } catch (java.security.GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
