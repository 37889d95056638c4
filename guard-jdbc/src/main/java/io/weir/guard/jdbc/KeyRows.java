package io.weir.guard.jdbc;

import io.weir.classify.Cidr;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeyReach;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.spi.KeyShelf.ChangedKey;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import io.weir.limit.Limit;
import io.weir.policy.rule.Glob;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys of rows in which each key comes with each of its secrets. A row that somebody has made unreadable is left out, so
 * that it does not hide the others.
 */
final class KeyRows implements RowSink {

    private static final Logger LOG = System.getLogger(KeyRows.class.getName());

    private final Consumer<ChangedKey> keys;
    private @Nullable ApiKey key;
    private long changeNumber;
    private Optional<String> requestId = Optional.empty();
    private List<StoredSecret> secrets = new ArrayList<>();

    /** The id of the key whose rows are being read. */
    private String id = "";

    KeyRows(Consumer<ChangedKey> keys) {
        this.keys = keys;
    }

    @Override
    public void accept(ResultSet row) throws SQLException {
        String rowId = row.getString("id");
        if (!rowId.equals(id)) {
            end();
            id = rowId;
            begin(row);
        }
        if (key != null && row.getString("hash") != null) {
            addSecret(row);
        }
    }

    /** Hands over the last key. */
    void end() {
        if (key != null) {
            keys.accept(new ChangedKey(changeNumber, new StoredKey(key, secrets, requestId)));
        }
        key = null;
        secrets = new ArrayList<>();
    }

    private void begin(ResultSet row) throws SQLException {
        try {
            key = new ApiKey(id, terms(row), life(row), use(row));
            changeNumber = row.getLong("change_no");
            requestId = Optional.ofNullable(row.getString("request_id"));
        } catch (IllegalArgumentException unreadable) {
            LOG.log(Level.ERROR, "The row of the key " + id + " cannot be read and is left out", unreadable);
        }
    }

    private void addSecret(ResultSet row) throws SQLException {
        try {
            secrets.add(new StoredSecret(
                    SecretHash.parse(row.getString("hash")),
                    row.getString("hint"),
                    Times.required(row, "secret_created_at"),
                    Times.optional(row, "valid_until")));
        } catch (IllegalArgumentException unreadable) {
            LOG.log(Level.ERROR, "A secret of the key " + id + " cannot be read and is left out", unreadable);
        }
    }

    private static KeyTerms terms(ResultSet row) throws SQLException {
        return new KeyTerms(
                row.getString("name"),
                row.getString("owner"),
                Optional.ofNullable(row.getString("tenant")),
                Optional.ofNullable(row.getString("tier")),
                Optional.ofNullable(row.getString("own_limit")).map(Limit::parse),
                new TreeSet<>(words(row.getString("scopes")).toList()),
                new KeyReach(
                        words(row.getString("networks")).map(Cidr::parse).toList(),
                        words(row.getString("counters")).map(Glob::new).toList()));
    }

    private static Stream<String> words(String text) {
        return Stream.of(text.split(" ", -1)).filter(word -> !word.isEmpty());
    }

    private static KeyLife life(ResultSet row) throws SQLException {
        return new KeyLife(
                new KeyLife.Creation(
                        Times.required(row, "created_at"),
                        row.getString("created_by"),
                        KeyEnvironment.parse(row.getString("environment"))),
                Times.optional(row, "expires_at"),
                Times.optional(row, "disabled_at"),
                Times.optional(row, "revoked_at"));
    }

    private static KeyUse use(ResultSet row) throws SQLException {
        return new KeyUse(Times.optional(row, "last_used_at"), row.getLong("uses"));
    }
}
