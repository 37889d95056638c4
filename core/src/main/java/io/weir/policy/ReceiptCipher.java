package io.weir.policy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts one receipt. The key is derived from the id of the receipt, which is random, and used once. So a constant
 * nonce is safe, and there is no bound on the number of receipts under one secret, as there is for random nonces.
 */
final class ReceiptCipher {

    static final int ID_BYTES = 16;

    private static final int TAG_BYTES = 16;

    /** An id and the tag of an empty content. */
    static final int LEAST_BYTES = ID_BYTES + TAG_BYTES;

    private static final byte[] PURPOSE = "weir sealed receipt 1".getBytes(StandardCharsets.US_ASCII);
    private static final GCMParameterSpec ONLY_NONCE = new GCMParameterSpec(8 * TAG_BYTES, new byte[12]);
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;

    private ReceiptCipher(SecretKeySpec key) {
        this.key = key;
    }

    static ReceiptCipher of(byte[] secret, byte[] id) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(HMAC);
        mac.init(new SecretKeySpec(secret, HMAC));
        mac.update(PURPOSE);
        return new ReceiptCipher(new SecretKeySpec(mac.doFinal(id), "AES"));
    }

    byte[] seal(byte[] content) throws GeneralSecurityException {
        return run(Cipher.ENCRYPT_MODE, content);
    }

    /** Throws if the text was not sealed with this key. */
    byte[] open(byte[] sealed) throws GeneralSecurityException {
        return run(Cipher.DECRYPT_MODE, sealed);
    }

    private byte[] run(int mode, byte[] bytes) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, ONLY_NONCE);
        return cipher.doFinal(bytes);
    }
}
