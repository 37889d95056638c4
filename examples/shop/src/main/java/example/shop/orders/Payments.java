package example.shop.orders;

import example.shop.Rejection;
import example.shop.Secrets;
import java.time.Clock;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Takes money, in the way of a bank that knows two cards. No card is kept but its last four digits. */
@Component
public class Payments {

    /** A card that pays, for trying the shop. */
    public static final String GOOD_CARD = "4242 4242 4242 4242";

    /** A card that never pays. */
    public static final String EMPTY_CARD = "4000 0000 0000 0002";

    private final JdbcClient jdbc;
    private final Orders orders;
    private final Secrets secrets;
    private final Clock clock;

    public Payments(JdbcClient jdbc, Orders orders, Secrets secrets, Clock clock) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** Pays a reserved order. One that is paid already stays as it is, so that a request can be repeated. */
    @Transactional
    public Order pay(long account, long id, String card) {
        jdbc.sql("select id from purchase where id = :id for update")
                .param("id", id)
                .query(Long.class)
                .optional();
        Order order = orders.order(account, id);
        if (order.isPaid()) {
            return order;
        }
        Instant now = clock.instant();
        if (!order.isReserved() || order.reservedUntil().filter(now::isBefore).isEmpty()) {
            throw Rejection.conflict("The reservation has ended. Check out again.");
        }
        String digits = card.replace(" ", "");
        if (digits.equals(EMPTY_CARD.replace(" ", ""))) {
            throw Rejection.notPaid("The bank declined this card. Nothing was charged.");
        }
        if (!digits.equals(GOOD_CARD.replace(" ", ""))) {
            throw Rejection.invalid("This shop takes only the card " + GOOD_CARD + ".");
        }
        jdbc.sql("insert into payment (purchase, reference, card, paid) values (:purchase, :reference, :card, :paid)")
                .param("purchase", id)
                .param("reference", secrets.name())
                .param("card", digits.substring(digits.length() - 4))
                .param("paid", Orders.time(now))
                .update();
        jdbc.sql("update purchase set state = 'PAID', reserved_for = null, reserved_until = null where id = :id")
                .param("id", id)
                .update();
        return orders.order(account, id);
    }
}
