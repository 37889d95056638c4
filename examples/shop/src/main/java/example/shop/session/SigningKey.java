package example.shop.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import example.shop.ShopSettings;
import io.weir.guard.secret.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import org.springframework.stereotype.Component;

/** The RSA key that signs access tokens, in a file that only its owner can read. It is made at the first start. */
@Component
public final class SigningKey {

    private static final int BITS = 2_048;

    private final RSAKey key;

    public SigningKey(ShopSettings settings) {
        this.key = read(settings.data().resolve("signing-key"));
    }

    private static RSAKey read(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Path draft = PrivateFiles.createBeside(file);
                RSAKey made =
                        new RSAKeyGenerator(BITS).keyIDFromThumbprint(true).generate();
                Files.writeString(draft, made.toJSONString());
                Files.move(draft, file);
            }
            return RSAKey.parse(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (JOSEException | ParseException unusable) {
            throw new IllegalStateException(
                    "cannot read the key in " + file + "; remove the file to make another", unusable);
        }
    }

    RSAKey key() {
        return key;
    }

    /** Returns the public half, for everybody who verifies tokens of the shop. */
    public JWKSet published() {
        return new JWKSet(key.toPublicJWK());
    }
}
