package example.shop.attack;

/** One kind of attack, as a row of attempts that several threads make. */
interface Scenario {

    /** Returns the name for options and the view, such as {@code stuffing}. */
    String name();

    /** Returns what the attacker wants, for people. */
    String aim();

    /** Returns how many attempts are made each second; the machine may make fewer. */
    int perSecond();

    /** Gets ready, without being counted. */
    default void prepare(Web web) {}

    /**
     * Makes an attempt.
     *
     * @param number of the attempt, from 0
     * @return whether the attacker got what they wanted
     */
    boolean succeeds(int number, Web web);
}
