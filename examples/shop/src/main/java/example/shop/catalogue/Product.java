package example.shop.catalogue;

import example.shop.Money;

/**
 * Something that can be bought.
 *
 * @param kind also the name of its picture
 * @param stock how many are neither sold nor reserved
 */
public record Product(int id, String name, String kind, String about, int cents, int stock) {

    private static final int TINTS = 6;

    public String price() {
        return Money.text(cents);
    }

    /** Returns the colour behind its picture, 1 to 6. */
    public int tint() {
        return id % TINTS + 1;
    }
}
