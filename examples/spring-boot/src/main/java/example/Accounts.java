package example;

import java.util.Map;

/** The customers of the shop. A real application reads them from a table. */
public interface Accounts {

    /** The tier of each customer, by the name of the user or the id of the API key. */
    Map<String, String> tiers();
}
