package example.shop;

import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.springframework.stereotype.Component;

/** Random texts, and hashes under the secret of this installation, which is not in its database. */
@Component
public final class Secrets {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SecureRandom random = new SecureRandom();
    private final Pepper pepper;

    public Secrets(Pepper pepper) {
        this.pepper = pepper;
    }

    /** Returns 256 random bits, for a token that opens something. */
    public String token() {
        return random(32);
    }

    /** Returns 120 random bits, for a name that nobody else has. */
    public String name() {
        return random(15);
    }

    private String random(int count) {
        return BASE64.encodeToString(bytes(count));
    }

    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a key for one purpose. */
    public KeyedHash key(String purpose) {
        return pepper.derive(pepper.versions().first(), "shop " + purpose);
    }

    /** Returns the hash by which a random token is kept. */
    public static String sha256(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
