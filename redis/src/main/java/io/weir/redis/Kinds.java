package io.weir.redis;

import io.weir.store.Charge;

/** What many charges have in common, which a script is told once. */
sealed interface Kinds permits Groups, LooseKinds {

    /** The number of a charge's kind, from 0. */
    int numberOf(Charge charge, Counter counter);

    void write(Arguments arguments);
}
