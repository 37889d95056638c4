package example.shop.catalogue;

import example.shop.Rejection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The products of the shop. */
@Component
public final class Catalogue {

    private static final int PAGE = 24;
    private static final int LONGEST_QUERY = 100;
    private static final String ESCAPE = "\\";

    private final JdbcClient jdbc;

    public Catalogue(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public ProductPage page(int number) {
        return find("", number);
    }

    public ProductPage search(String words, int number) {
        if (words.length() > LONGEST_QUERY) {
            throw Rejection.invalid("Search for " + LONGEST_QUERY + " characters at most.");
        }
        return find(words.strip(), number);
    }

    private ProductPage find(String words, int number) {
        String like = "%" + escaped(words.toLowerCase(Locale.ROOT)) + "%";
        int total = jdbc.sql("select count(*) from product where lower(name) like :like escape '\\' or kind like :like")
                .param("like", like)
                .query(Integer.class)
                .single();
        int pages = Math.max(1, (total + PAGE - 1) / PAGE);
        int page = Math.min(Math.max(1, number), pages);
        List<Product> products = jdbc.sql("""
                        select * from product where lower(name) like :like escape '\\' or kind like :like
                        order by id offset :skip rows fetch next :page rows only
                        """)
                .param("like", like)
                .param("skip", (page - 1) * PAGE)
                .param("page", PAGE)
                .query(Product.class)
                .list();
        return new ProductPage(products, page, pages, total);
    }

    private static String escaped(String words) {
        return words.replace(ESCAPE, ESCAPE + ESCAPE).replace("%", ESCAPE + "%").replace("_", ESCAPE + "_");
    }

    public Optional<Product> find(int id) {
        return jdbc.sql("select * from product where id = :id")
                .param("id", id)
                .query(Product.class)
                .optional();
    }

    public Product product(int id) {
        return find(id).orElseThrow(() -> Rejection.notFound("There is no product " + id + "."));
    }

    public boolean isEmpty() {
        return jdbc.sql("select count(*) from product").query(Integer.class).single() == 0;
    }

    public void add(Product product) {
        jdbc.sql("insert into product (id, name, kind, about, cents, stock)"
                        + " values (:id, :name, :kind, :about, :cents, :stock)")
                .paramSource(product)
                .update();
    }

    /** Takes from the stock, and returns whether there was enough. */
    public boolean take(int id, int quantity) {
        return jdbc.sql("update product set stock = stock - :quantity where id = :id and stock >= :quantity")
                        .param("id", id)
                        .param("quantity", quantity)
                        .update()
                == 1;
    }

    public void putBack(int id, int quantity) {
        jdbc.sql("update product set stock = stock + :quantity where id = :id")
                .param("id", id)
                .param("quantity", quantity)
                .update();
    }
}
