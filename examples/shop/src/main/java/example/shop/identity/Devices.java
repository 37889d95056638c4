package example.shop.identity;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The browsers of each account. */
@Component
public final class Devices {

    private final JdbcClient jdbc;
    private final Clock clock;

    public Devices(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Notes a login, and returns whether it is the first one of this account there. */
    public boolean loggedIn(long account, String id, String name) {
        if (update(account, id) == 1) {
            return false;
        }
        try {
            jdbc.sql("insert into device (account, id, name, first_seen, last_seen)"
                            + " values (:account, :id, :name, :now, :now)")
                    .param("account", account)
                    .param("id", id)
                    .param("name", name)
                    .param("now", now())
                    .update();
            return true;
        } catch (DuplicateKeyException atTheSameTime) {
            return false;
        }
    }

    private int update(long account, String id) {
        return jdbc.sql("update device set last_seen = :now where account = :account and id = :id")
                .param("now", now())
                .param("account", account)
                .param("id", id)
                .update();
    }

    private OffsetDateTime now() {
        return clock.instant().atOffset(ZoneOffset.UTC);
    }

    public List<Device> of(long account) {
        return jdbc.sql("select * from device where account = :account order by last_seen desc fetch next 20 rows only")
                .param("account", account)
                .query(Devices::read)
                .list();
    }

    private static Device read(ResultSet row, int number) throws SQLException {
        return new Device(
                row.getString("id"),
                row.getString("name"),
                row.getTimestamp("first_seen").toInstant(),
                row.getTimestamp("last_seen").toInstant());
    }

    public void forget(long account, String id) {
        jdbc.sql("delete from device where account = :account and id = :id")
                .param("account", account)
                .param("id", id)
                .update();
    }

    public void forgetAll(long account) {
        jdbc.sql("delete from device where account = :account")
                .param("account", account)
                .update();
    }
}
