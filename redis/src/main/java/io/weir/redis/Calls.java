package io.weir.redis;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt.Taken;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** How calls of one or more charges go to Redis. */
sealed interface Calls permits WholeCalls, SlotCalls {

    CompletionStage<Answer> charge(List<Charge> charges);

    CompletionStage<List<Decision>> peek(List<Charge> charges);

    CompletionStage<Void> giveBack(List<Taken> lastFirst);
}
