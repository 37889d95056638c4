package io.weir.testkit;

import io.weir.limit.Algorithm;
import io.weir.store.Charge;

/** What names a counter: one key may have one of each algorithm. */
record Counter(Algorithm algorithm, String key) {

    static Counter of(Charge charge) {
        return new Counter(charge.limit().algorithm(), charge.key());
    }
}
