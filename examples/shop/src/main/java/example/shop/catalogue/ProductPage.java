package example.shop.catalogue;

import java.util.List;

/**
 * A page of products.
 *
 * @param number of the page, from 1
 * @param pages how many there are
 */
public record ProductPage(List<Product> products, int number, int pages, int total) {

    public boolean hasNext() {
        return number < pages;
    }

    public boolean hasPrevious() {
        return number > 1;
    }
}
