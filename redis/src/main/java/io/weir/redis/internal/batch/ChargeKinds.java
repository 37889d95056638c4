package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.ScriptArguments;
import io.weir.store.Charge;

/**
 * Numbers the kinds of charges in a batch. A script receives the limit and the cost of a kind once, for any number of
 * charges.
 */
sealed interface ChargeKinds permits CounterGroups, UngroupedKinds {

    /** Returns the number of a charge's kind, from 0. */
    int numberOf(Charge charge, BatchCounter counter);

    void write(ScriptArguments arguments);
}
