package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.redis.internal.script.Scripts;

/** The script of a batch: its arguments, and the answers to the calls from its reply. */
sealed interface BatchScript permits SingleCharges, ManyCharges {

    Scripts.Task task();

    /** Returns how many calls the batch has. */
    int calls();

    void write(ScriptArguments arguments);

    /** Completes the answers of all calls of the batch. */
    void answer(ScriptReply reply);
}
