package io.weir.testkit;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.testkit.internal.Futures;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.stream.Stream;

/** A store on virtual time, with short methods for the parts of the contract. */
interface StoreUnderTest {

    /** Ordinary rates, and rates at which rate limiters are known to fail. */
    List<Rate> RATES = Stream.of(
                    "10/min",
                    "100/s",
                    "7/s",
                    "9/s",
                    "99/min",
                    "700/min",
                    "13/h",
                    "1000000/day",
                    "1000003/day",
                    "1234567/day",
                    "7 per 30day",
                    "99999999/day",
                    "100000000/day",
                    "3 per 1us")
            .map(Rate::parse)
            .toList();

    Store store();

    ManualTime time();

    default Answer charge(Charge... charges) {
        return Futures.get(store().charge(List.of(charges)));
    }

    default Decision take(String key, Limit limit, long cost) {
        return charge(Charge.ofKey(key, limit, cost)).decisions().get(0);
    }

    default Decision peek(String key, Limit limit, long cost) {
        return Futures.get(store().peek(List.of(Charge.ofKey(key, limit, cost))))
                .get(0);
    }

    default long remaining(String key, Limit limit) {
        return peek(key, limit, 1).remaining();
    }

    default void giveBack(Receipt receipt) {
        Futures.get(store().giveBack(receipt));
    }

    default void forget(String key, Limit limit) {
        Futures.get(store().forget(Charge.ofKey(key, limit)));
    }
}
