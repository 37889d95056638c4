package example.shop.orders;

import example.shop.Rejection;
import example.shop.ShopSettings;
import example.shop.catalogue.Catalogue;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/*
 * Whoever reserves without paying takes goods off the shelf for free, so open reservations are few and short: three for each
 * customer, five for each device whoever is logged in there, ten minutes. One customer reserves at a time, so that requests at
 * the same time cannot exceed these numbers.
 */
/** Keeps stock for orders that are about to be paid. */
@Component
public class Reservations {

    private static final int MOST_OF_ACCOUNT = 3;
    private static final int MOST_OF_DEVICE = 5;

    private final JdbcClient jdbc;
    private final Orders orders;
    private final Catalogue catalogue;
    private final ShopSettings settings;
    private final Clock clock;

    public Reservations(JdbcClient jdbc, Orders orders, Catalogue catalogue, ShopSettings settings, Clock clock) {
        this.jdbc = jdbc;
        this.orders = orders;
        this.catalogue = catalogue;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Reserves the stock of an order. An order that is reserved already stays as it is, so asking again does not prolong it.
     *
     * @param device where the customer is
     */
    @Transactional
    public Order reserve(long account, long id, String device) {
        takeTurn();
        endExpired();
        Order order = orders.order(account, id);
        if (order.state() != OrderState.OPEN) {
            return order;
        }
        requireFewer("account", account, MOST_OF_ACCOUNT);
        requireFewer("reserved_for", device, MOST_OF_DEVICE);
        for (Order.Line line : order.lines()) {
            if (!catalogue.take(line.product(), line.quantity())) {
                throw Rejection.conflict("There is not enough of " + line.name() + " left.");
            }
        }
        jdbc.sql(
                        "update purchase set state = 'RESERVED', reserved_for = :device, reserved_until = :until where id = :id")
                .param("device", device)
                .param("until", Orders.time(clock.instant().plus(settings.reservation())))
                .param("id", id)
                .update();
        return orders.order(account, id);
    }

    /** Makes an order of a cart and reserves its stock, both or nothing. */
    @Transactional
    public Order placeAndReserve(long account, Cart cart, String device) {
        return reserve(account, orders.place(account, cart).id(), device);
    }

    private void takeTurn() {
        jdbc.sql("select id from shelf for update").query(Integer.class).single();
    }

    private void requireFewer(String column, Object value, int most) {
        int open = jdbc.sql("select count(*) from purchase where state = 'RESERVED' and " + column + " = :value")
                .param("value", value)
                .query(Integer.class)
                .single();
        if (open >= most) {
            throw Rejection.conflict("You have " + open
                    + " orders waiting for payment. Pay one of them, or wait until its" + " reservation ends.");
        }
    }

    /** Gives the stock of reservations that have ended back to the shop. */
    @Scheduled(fixedDelay = 5_000)
    @Transactional
    public void endExpired() {
        Instant now = clock.instant();
        List<Long> expired = jdbc.sql(
                        "select id from purchase where state = 'RESERVED' and reserved_until <= :now for update")
                .param("now", Orders.time(now))
                .query(Long.class)
                .list();
        for (long id : expired) {
            orders.find(id).ifPresent(this::end);
        }
    }

    private void end(Order order) {
        jdbc.sql("update purchase set state = 'OPEN', reserved_for = null, reserved_until = null where id = :id")
                .param("id", order.id())
                .update();
        order.lines().forEach(line -> catalogue.putBack(line.product(), line.quantity()));
    }
}
