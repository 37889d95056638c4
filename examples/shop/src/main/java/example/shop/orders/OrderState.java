package example.shop.orders;

import java.util.Locale;

/** How far an order is. */
public enum OrderState {
    /** Nothing is kept for it. */
    OPEN,

    /** Its stock is kept until a time. */
    RESERVED,
    PAID;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
