package io.weir.service.guard.keys;

import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.admin.KeyDetails;
import io.weir.guard.key.admin.NewKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys as JSON. Only {@link #of(NewKey, Instant)} has the secret. */
public final class KeyJson {

    private KeyJson() {}

    static Map<String, Object> of(NewKey made, Instant now) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", made.secret().reveal());
        json.putAll(of(made.key(), now));
        return json;
    }

    public static Map<String, Object> of(KeyDetails details, Instant now) {
        Map<String, Object> json = of(details.key(), now);
        json.put("secrets", details.secrets().stream().map(KeyJson::secret).toList());
        return json;
    }

    private static Map<String, Object> secret(KeyDetails.Secret secret) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("hint", secret.hint());
        json.put("createdAt", secret.created().toString());
        putTime(json, "validUntil", secret.until());
        return json;
    }

    static Map<String, Object> of(ApiKey key, Instant now) {
        KeyTerms terms = key.terms();
        KeyLife life = key.life();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", key.id());
        json.put("name", terms.name());
        json.put("owner", terms.owner());
        terms.tenant().ifPresent(tenant -> json.put("tenant", tenant));
        terms.tier().ifPresent(tier -> json.put("tier", tier));
        json.put("scopes", List.copyOf(terms.scopes()));
        terms.limit().ifPresent(limit -> json.put("limit", limit.toString()));
        json.put("networks", texts(terms.reach().networks()));
        json.put("keys", texts(terms.reach().counters()));
        json.put("environment", life.creation().environment().text());
        json.put("state", key.stateAt(now).text());
        json.put("createdAt", life.creation().at().toString());
        json.put("createdBy", life.creation().by());
        putTime(json, "expiresAt", life.expires());
        putTime(json, "disabledAt", life.disabled());
        putTime(json, "revokedAt", life.revoked());
        json.putAll(of(key.use()));
        return json;
    }

    static Map<String, Object> of(KeyUse use) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("uses", use.uses());
        putTime(json, "lastUsedAt", use.lastUsed());
        return json;
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(Object::toString).toList();
    }

    private static void putTime(Map<String, Object> json, String name, Optional<Instant> time) {
        time.ifPresent(instant -> json.put(name, instant.toString()));
    }
}
