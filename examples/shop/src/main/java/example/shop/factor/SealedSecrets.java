package example.shop.factor;

import example.shop.Secrets;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/** Encrypts the secrets of second factors with a key that is not in the database (AES-GCM). */
@Component
final class SealedSecrets {

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final Secrets secrets;
    private final SecretKey key;

    SealedSecrets(Secrets secrets) {
        this.secrets = secrets;
        this.key = new SecretKeySpec(secrets.key("second factor").of("secrets"), "AES");
    }

    String seal(String secret) {
        byte[] nonce = secrets.bytes(NONCE_BYTES);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, Base32.decode(secret));
        return HexFormat.of()
                .formatHex(ByteBuffer.allocate(nonce.length + sealed.length)
                        .put(nonce)
                        .put(sealed)
                        .array());
    }

    String open(String sealed) {
        byte[] bytes = HexFormat.of().parseHex(sealed);
        byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
        byte[] rest = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
        return Base32.encode(cipher(Cipher.DECRYPT_MODE, nonce, rest));
    }

    private byte[] cipher(int mode, byte[] nonce, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException wrong) {
            throw new IllegalStateException("a second factor was sealed with another key", wrong);
        }
    }
}
