package example.shop.session;

import example.shop.Secrets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which sessions there are, and their end. */
@Component
public final class ActiveSessions {

    private final JdbcClient jdbc;
    private final Secrets secrets;
    private final Clock clock;

    public ActiveSessions(JdbcClient jdbc, Secrets secrets, Clock clock) {
        this.jdbc = jdbc;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** @param id null if a token names no session */
    boolean isActive(@Nullable String id) {
        return id != null && find(id).isPresent();
    }

    Optional<Session> find(String id) {
        return jdbc.sql("select * from session where id = :id and ended is null")
                .param("id", id)
                .query(ActiveSessions::read)
                .optional();
    }

    /** Returns a session that no other request renews before this transaction ends. */
    Optional<Session> lock(String id) {
        return jdbc.sql("select * from session where id = :id and ended is null for update")
                .param("id", id)
                .query(ActiveSessions::read)
                .optional();
    }

    Session begin(long account, List<String> factors, String device) {
        Instant now = clock.instant();
        Session session = new Session(secrets.name(), account, device, String.join(",", factors), now, now);
        jdbc.sql("insert into session (id, account, device, factors, created, renewed)"
                        + " values (:id, :account, :device, :factors, :now, :now)")
                .param("id", session.id())
                .param("account", session.account())
                .param("device", session.device())
                .param("factors", session.factors())
                .param("now", now.atOffset(ZoneOffset.UTC))
                .update();
        return session;
    }

    void renewed(Session session) {
        jdbc.sql("update session set renewed = :now where id = :id")
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("id", session.id())
                .update();
    }

    public List<Session> of(long account) {
        return jdbc.sql("select * from session where account = :account and ended is null order by renewed desc"
                        + " fetch next 50 rows only")
                .param("account", account)
                .query(ActiveSessions::read)
                .list();
    }

    static Session read(ResultSet row, int number) throws SQLException {
        return new Session(
                row.getString("id"),
                row.getLong("account"),
                row.getString("device"),
                row.getString("factors"),
                row.getTimestamp("created").toInstant(),
                row.getTimestamp("renewed").toInstant());
    }

    /** Ends one session of an account. */
    public void end(long account, String id) {
        end("account = :account and id = :value", account, id);
    }

    public void endOfDevice(long account, String device) {
        end("account = :account and device = :value", account, device);
    }

    public void endAll(long account) {
        end("account = :account and ended is null and :value = ''", account, "");
    }

    private void end(String which, long account, String value) {
        jdbc.sql("update session set ended = :now where ended is null and " + which)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("account", account)
                .param("value", value)
                .update();
    }
}
