package io.weir.spring.internal.caller;

import io.weir.spring.ApiKeys;
import io.weir.spring.KnownKey;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties.ConfiguredKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The API keys of the configuration. Secrets are looked up by their hash, so that timing reveals nothing about them. */
public final class ConfiguredApiKeys implements ApiKeys {

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-fA-F]{64}");

    private final Map<String, KnownKey> byHash = new HashMap<>();

    public ConfiguredApiKeys(Map<String, ConfiguredKey> keys) {
        keys.forEach((id, key) -> {
            String hash = key.sha256();
            if (hash == null || !SHA_256.matcher(hash).matches()) {
                throw new InvalidSettingException(
                        "rate-limit.api-keys." + id + ".sha256",
                        "write the SHA-256 of the secret as 64 hexadecimal digits, as printed by: echo -n secret | sha256sum");
            }
            KnownKey known = new KnownKey(
                    id,
                    Optional.ofNullable(key.tier()),
                    Optional.ofNullable(key.tenant()),
                    key.scopes(),
                    Optional.empty());
            if (byHash.put(hash.toLowerCase(Locale.ROOT), known) != null) {
                throw new InvalidSettingException(
                        "rate-limit.api-keys." + id,
                        "another key has the same secret; give each key a secret of its own");
            }
        });
    }

    @Override
    public Optional<KnownKey> find(String secret) {
        return byHash.isEmpty() ? Optional.empty() : Optional.ofNullable(byHash.get(hash(secret)));
    }

    private static String hash(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
