package example.shop.login;

import example.shop.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Tickets for those whose password was right and who have not given their code yet. Each is good for one code. */
@Component
class LoginTickets {

    private static final Duration VALID = Duration.ofMinutes(5);

    private final JdbcClient jdbc;
    private final Secrets secrets;
    private final Clock clock;

    LoginTickets(JdbcClient jdbc, Secrets secrets, Clock clock) {
        this.jdbc = jdbc;
        this.secrets = secrets;
        this.clock = clock;
    }

    String issue(long account) {
        String ticket = secrets.token();
        jdbc.sql("delete from login_ticket where ends <= :now")
                .param("now", time(clock.instant()))
                .update();
        jdbc.sql("insert into login_ticket (hash, account, ends) values (:hash, :account, :ends)")
                .param("hash", Secrets.sha256(ticket))
                .param("account", account)
                .param("ends", time(clock.instant().plus(VALID)))
                .update();
        return ticket;
    }

    /** Returns the account of a ticket, which is not valid afterwards. */
    @Transactional
    Optional<Long> spend(String ticket) {
        String hash = Secrets.sha256(ticket);
        Optional<Long> account = jdbc.sql(
                        "select account from login_ticket where hash = :hash and ends > :now for update")
                .param("hash", hash)
                .param("now", time(clock.instant()))
                .query(Long.class)
                .optional();
        int spent = jdbc.sql("delete from login_ticket where hash = :hash")
                .param("hash", hash)
                .update();
        return spent == 1 ? account : Optional.empty();
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
