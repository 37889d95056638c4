package io.weir.redis;

import io.weir.store.Charge;

/** The kinds of charges in a batch. A script gets the limit and the cost of a kind once, however many charges are of it. */
sealed interface Kinds permits Groups, LooseKinds {

    /** The number of a charge's kind, from 0. */
    int numberOf(Charge charge, Counter counter);

    void write(Arguments arguments);
}
