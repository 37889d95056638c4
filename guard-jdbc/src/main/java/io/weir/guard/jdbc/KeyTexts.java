package io.weir.guard.jdbc;

import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.spi.StoredKey;
import java.util.Collection;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/** The columns of a key. Lists are words with spaces between them; scopes have one before and after as well, to be searched. */
final class KeyTexts {

    private KeyTexts() {}

    static MapSqlParameterSource columns(StoredKey stored, long changeNumber) {
        KeyTerms terms = stored.key().terms();
        KeyLife life = stored.key().life();
        return new MapSqlParameterSource()
                .addValue("id", stored.id())
                .addValue("name", terms.name())
                .addValue("owner", terms.owner())
                .addValue("tenant", terms.tenant().orElse(null))
                .addValue("tier", terms.tier().orElse(null))
                .addValue("own_limit", terms.limit().map(Object::toString).orElse(null))
                .addValue("scopes", " " + words(terms.scopes()) + " ")
                .addValue("networks", words(terms.reach().networks()))
                .addValue("counters", words(terms.reach().counters()))
                .addValue("environment", life.creation().environment().text())
                .addValue("created_at", Times.toSql(life.creation().at()))
                .addValue("created_by", life.creation().by())
                .addValue("expires_at", Times.toSql(life.expires()))
                .addValue("disabled_at", Times.toSql(life.disabled()))
                .addValue("revoked_at", Times.toSql(life.revoked()))
                .addValue("request_id", stored.requestId().orElse(null))
                .addValue("change_no", changeNumber);
    }

    private static String words(Collection<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    /** What to search the column of scopes for. */
    static String scopePattern(String scope) {
        return "% " + scope + " %";
    }
}
