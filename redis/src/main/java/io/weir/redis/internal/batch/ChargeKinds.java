package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.ScriptArguments;
import io.weir.store.Charge;

/** The kinds of charges in a batch. A script gets the limit and the cost of a kind once, however many charges are of it. */
sealed interface ChargeKinds permits CounterGroups, UngroupedKinds {

    /** The number of a charge's kind, from 0. */
    int numberOf(Charge charge, BatchCounter counter);

    void write(ScriptArguments arguments);
}
