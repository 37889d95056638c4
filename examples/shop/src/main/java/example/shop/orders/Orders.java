package example.shop.orders;

import example.shop.Rejection;
import example.shop.catalogue.Catalogue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The orders of all customers. */
@Component
public class Orders {

    private final JdbcClient jdbc;
    private final Catalogue catalogue;
    private final Clock clock;

    public Orders(JdbcClient jdbc, Catalogue catalogue, Clock clock) {
        this.jdbc = jdbc;
        this.catalogue = catalogue;
        this.clock = clock;
    }

    /** Places an order, for which nothing is kept yet. */
    @Transactional
    public Order place(long account, Cart cart) {
        if (cart.isEmpty()) {
            throw Rejection.invalid("The cart is empty.");
        }
        List<CartLine> lines = lines(cart);
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.sql("insert into purchase (account, state, cents, created) values (:account, 'OPEN', :cents, :created)")
                .param("account", account)
                .param("cents", lines.stream().mapToInt(CartLine::cents).sum())
                .param("created", time(clock.instant()))
                .update(key, "id");
        long id = Objects.requireNonNull(key.getKeyAs(Long.class));
        for (CartLine line : lines) {
            jdbc.sql("insert into purchase_line (purchase, product, quantity, cents)"
                            + " values (:purchase, :product, :quantity, :cents)")
                    .param("purchase", id)
                    .param("product", line.product().id())
                    .param("quantity", line.quantity())
                    .param("cents", line.product().cents())
                    .update();
        }
        return order(account, id);
    }

    /** Returns the products of a cart, in ascending order, so that reservations lock them in the same one. */
    public List<CartLine> lines(Cart cart) {
        return cart.quantities().entrySet().stream()
                .map(line -> new CartLine(catalogue.product(line.getKey()), line.getValue()))
                .toList();
    }

    public Order order(long account, long id) {
        return find(id).filter(order -> order.account() == account)
                .orElseThrow(() -> Rejection.notFound("There is no order " + id + "."));
    }

    Optional<Order> find(long id) {
        return jdbc.sql("select * from purchase where id = :id")
                .param("id", id)
                .query(this::read)
                .optional();
    }

    public List<Order> ofAccount(long account) {
        return jdbc.sql("select * from purchase where account = :account order by id desc fetch next 50 rows only")
                .param("account", account)
                .query(this::read)
                .list();
    }

    /** Returns the last orders of all customers. */
    public List<Order> newest() {
        return jdbc.sql("select * from purchase order by id desc fetch next 50 rows only")
                .query(this::read)
                .list();
    }

    private Order read(ResultSet row, int number) throws SQLException {
        long id = row.getLong("id");
        Timestamp until = row.getTimestamp("reserved_until");
        return new Order(
                id,
                row.getLong("account"),
                OrderState.valueOf(row.getString("state")),
                row.getInt("cents"),
                Optional.ofNullable(until).map(Timestamp::toInstant),
                row.getTimestamp("created").toInstant(),
                lines(id));
    }

    private List<Order.Line> lines(long order) {
        return jdbc.sql("""
                        select l.product, p.name, p.kind, l.quantity, l.cents
                        from purchase_line l join product p on p.id = l.product
                        where l.purchase = :order order by l.product
                        """).param("order", order).query(Order.Line.class).list();
    }

    static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
