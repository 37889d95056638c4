package example.shop.orders;

import example.shop.Money;
import example.shop.catalogue.Product;

/** A product in a cart. */
public record CartLine(Product product, int quantity) {

    public int cents() {
        return product.cents() * quantity;
    }

    public String price() {
        return Money.text(cents());
    }
}
