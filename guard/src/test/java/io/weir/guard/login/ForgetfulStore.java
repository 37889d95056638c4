package io.weir.guard.login;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The planted fault: forgets the counters of a lock when the lock begins. */
final class ForgetfulStore extends ForwardingStore {

    private static final String LOCK = "#lock";

    private final Limit limit;

    ForgetfulStore(Store store, Rate rate) {
        super(store);
        this.limit = Limit.slidingWindow(rate);
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        CompletionStage<Answer> answer = super.charge(charges);
        charges.stream().filter(charge -> charge.rule().endsWith(LOCK)).forEach(this::forgetCounters);
        return answer;
    }

    private void forgetCounters(Charge lock) {
        String rule = lock.rule().substring(0, lock.rule().length() - LOCK.length());
        for (String counter : List.of(rule, rule + "#failed")) {
            forget(Charge.ofRule(lock.key(), counter, limit, 1))
                    .toCompletableFuture()
                    .join();
        }
    }
}
