package io.weir.redis;

/** The script of a batch: its arguments, and the answers to the calls from its reply. */
sealed interface Work permits SingleCharges, ManyCharges {

    Scripts.Task task();

    /** How many calls the batch has. */
    int calls();

    void write(Arguments arguments);

    /** Answers all calls of the batch. */
    void answer(Reply reply);
}
