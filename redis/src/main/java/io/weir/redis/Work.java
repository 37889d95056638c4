package io.weir.redis;

/** What a script does for a batch. */
sealed interface Work permits SingleCharges, ManyCharges {

    Scripts.Task task();

    /** How many calls it is for. */
    int calls();

    void write(Arguments arguments);

    /** Answers all calls. */
    void answer(Reply reply);
}
