package example.shop;

import java.util.Locale;

/** Amounts of money, in cents of a euro. */
public final class Money {

    private static final int CENTS = 100;

    private Money() {}

    public static String text(int cents) {
        return String.format(Locale.ROOT, "€ %d.%02d", cents / CENTS, cents % CENTS);
    }
}
