package io.weir.client.patience;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keys such as {@code https://api.example.com:443 3f786850e387550f}. Credentials are kept as hashes only. */
final class OriginAndCredential {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int BYTES_OF_HASH = 16;

    private OriginAndCredential() {}

    static String keyOf(OutgoingCall call) {
        Optional<String> authorization = call.header("Authorization");
        Optional<String> apiKey = call.header("X-API-Key");
        String origin = origin(call.uri());
        return authorization.isEmpty() && apiKey.isEmpty()
                ? origin
                : origin + " " + hash(authorization.orElse("") + "\n" + apiKey.orElse(""));
    }

    private static String origin(URI uri) {
        String scheme = lowerCase(uri.getScheme());
        int usual = scheme.equals("https") ? HTTPS : HTTP;
        return scheme + "://" + lowerCase(uri.getHost()) + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
    }

    private static String lowerCase(@Nullable String part) {
        return part == null ? "" : part.toLowerCase(Locale.ROOT);
    }

    private static String hash(String credential) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(credential.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES_OF_HASH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
