package example.shop.session;

import example.shop.Secrets;
import example.shop.ShopSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The refresh tokens of all sessions, as hashes. */
@Component
final class RefreshTokens {

    private final JdbcClient jdbc;
    private final Secrets secrets;
    private final ShopSettings settings;
    private final Clock clock;

    RefreshTokens(JdbcClient jdbc, Secrets secrets, ShopSettings settings, Clock clock) {
        this.jdbc = jdbc;
        this.secrets = secrets;
        this.settings = settings;
        this.clock = clock;
    }

    /** Returns a new token, which is in the result and nowhere else. */
    String issue(String session) {
        String token = secrets.token();
        jdbc.sql("insert into refresh_token (hash, session, ends, has_sibling) values (:hash, :session, :ends, false)")
                .param("hash", Secrets.sha256(token))
                .param("session", session)
                .param("ends", clock.instant().plus(settings.refreshToken()).atOffset(ZoneOffset.UTC))
                .update();
        return token;
    }

    Optional<RefreshToken> find(String token) {
        return jdbc.sql("select * from refresh_token where hash = :hash")
                .param("hash", Secrets.sha256(token))
                .query(RefreshTokens::read)
                .optional();
    }

    private static RefreshToken read(ResultSet row, int number) throws SQLException {
        return new RefreshToken(
                row.getString("hash"),
                row.getString("session"),
                row.getTimestamp("ends").toInstant(),
                Optional.ofNullable(row.getTimestamp("spent")).map(Timestamp::toInstant),
                row.getBoolean("has_sibling"));
    }

    void spend(RefreshToken token) {
        jdbc.sql("update refresh_token set spent = :now where hash = :hash")
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("hash", token.hash())
                .update();
    }

    void giveSibling(RefreshToken token) {
        jdbc.sql("update refresh_token set has_sibling = true where hash = :hash")
                .param("hash", token.hash())
                .update();
    }
}
