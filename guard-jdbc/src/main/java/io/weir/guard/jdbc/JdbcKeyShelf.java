package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.jdbc.GuardTransactions.LockedState;
import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.KeySelection;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import io.weir.guard.key.spi.UsedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Keys in the database. */
final class JdbcKeyShelf implements KeyShelf {

    private final GuardTransactions transactions;
    private final ReachedDatabase database;
    private final AuditRows audit;

    JdbcKeyShelf(GuardTransactions transactions, ReachedDatabase database, AuditRows audit) {
        this.transactions = transactions;
        this.database = database;
        this.audit = audit;
    }

    @Override
    public long changeNumber() {
        return database.forKeys(() -> transactions.readState().changeNumber());
    }

    @Override
    public void changesSince(long number, Consumer<ChangedKey> each) {
        database.forKeys(() -> {
            KeyRows rows = new KeyRows(each);
            transactions.readAll("key/changes_since", Map.of("number", number), rows);
            rows.end();
            return number;
        });
    }

    @Override
    public <T> T edit(Function<KeyEdit, T> edit) {
        return database.forKeys(() -> transactions.alone(state -> {
            state.set(state.get().withNextChange());
            Editing editing = new Editing(state);
            T result = edit.apply(editing);
            audit.append(state, editing.events);
            return result;
        }));
    }

    @Override
    public Optional<StoredKey> find(String id) {
        return database.forKeys(() -> first(findStatement(id)));
    }

    private StatementSpec findStatement(String id) {
        return transactions.statement("key/find").param("id", id);
    }

    @Override
    public List<StoredKey> list(KeySelection selection) {
        return database.forKeys(() -> all(transactions
                .statement("key/list")
                .param("after", selection.page().afterId())
                .param("owner", selection.owner().orElse(""))
                .param(
                        "state",
                        selection.state().map(wanted -> wanted.state().text()).orElse(""))
                .param(
                        "at",
                        Times.toSql(
                                selection.state().map(KeySelection.InState::at).orElse(Instant.EPOCH)))
                .param("most", selection.page().most())));
    }

    @Override
    public void addUses(List<UsedKey> uses) {
        SqlParameterSource[] rows = uses.stream()
                // In one order everywhere, so that two processes do not wait for each other.
                .sorted(Comparator.comparing(UsedKey::id))
                .map(used -> new MapSqlParameterSource()
                        .addValue("id", used.id())
                        .addValue("uses", used.use().uses())
                        .addValue(
                                "last_used_at",
                                Times.toSql(used.use().lastUsed().orElse(Instant.EPOCH))))
                .toArray(SqlParameterSource[]::new);
        database.forKeys(() -> transactions.together(() -> new NamedParameterJdbcTemplate(transactions.template())
                .batchUpdate(SqlFile.read("key/add_uses"), rows)));
    }

    private static List<StoredKey> all(StatementSpec statement) {
        List<StoredKey> keys = new ArrayList<>();
        KeyRows rows = new KeyRows(changed -> keys.add(changed.key()));
        statement.query(rows::accept);
        rows.end();
        return keys;
    }

    private static Optional<StoredKey> first(StatementSpec statement) {
        return all(statement).stream().findFirst();
    }

    private final class Editing implements KeyEdit {

        private final LockedState state;
        private final List<AuditEvent> events = new ArrayList<>();

        Editing(LockedState state) {
            this.state = state;
        }

        @Override
        public Optional<StoredKey> find(String id) {
            return first(findStatement(id));
        }

        @Override
        public Optional<StoredKey> findByRequest(String requestId) {
            return first(transactions.statement("key/find_by_request").param("request_id", requestId));
        }

        @Override
        public Optional<String> findIdByHash(SecretHash hash) {
            return transactions
                    .statement("key/id_by_hash")
                    .param("hash", hash.toString())
                    .query(String.class)
                    .optional();
        }

        @Override
        public List<StoredKey> ofOwner(String owner) {
            return all(transactions.statement("key/of_owner").param("owner", owner));
        }

        @Override
        public long countActive(String scope, Instant now) {
            return transactions
                    .statement("key/count_active")
                    .param("scope", KeyTexts.scopePattern(scope))
                    .param("now", Times.toSql(now))
                    .query(Long.class)
                    .single();
        }

        @Override
        public void save(StoredKey key) {
            MapSqlParameterSource columns = KeyTexts.columns(key, state.get().changeNumber());
            int updated =
                    transactions.statement("key/update").paramSource(columns).update();
            if (updated == 0) {
                transactions.statement("key/insert").paramSource(columns).update();
            }
            transactions.statement("key/delete_secrets").param("id", key.id()).update();
            for (int place = 0; place < key.secrets().size(); place++) {
                insertSecret(key.id(), place, key.secrets().get(place));
            }
        }

        private void insertSecret(String keyId, int place, StoredSecret secret) {
            transactions
                    .statement("key/insert_secret")
                    .param("hash", secret.hash().toString())
                    .param("key_id", keyId)
                    .param("place", place)
                    .param("hint", secret.hint())
                    .param("created_at", Times.toSql(secret.created()))
                    .param("valid_until", Times.toSql(secret.until()))
                    .update();
        }

        @Override
        public void record(AuditEvent event) {
            events.add(event);
        }
    }
}
