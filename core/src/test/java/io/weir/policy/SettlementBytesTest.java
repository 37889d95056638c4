package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.Log;
import io.weir.limit.spi.State;
import io.weir.limit.spi.Window;
import io.weir.policy.Settlement.Locking;
import io.weir.policy.Settlement.Part;
import io.weir.policy.rule.Outcome;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.OnFailure;
import io.weir.store.Receipt.Taken;
import io.weir.store.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SettlementBytesTest {

    private static final Rate RATE = Rate.parse("7 per 3s");
    private static final Outcome OUTCOME = new Outcome(Set.of(200, 401, 403), Outcome.statuses("5xx"));
    private static final Duration LOCK = Duration.ofMinutes(15);

    private static Taken taken(Limit limit, State after, Scope scope) {
        Charge charge =
                new Charge("ip:192.0.2.1", limit, 3, Effect.SHADOW_ONCE, OnFailure.CLOSED, scope, ":/l%C3%B6gin#rule");
        return new Taken(charge, after, false);
    }

    private static final Taken SHARED =
            taken(Limit.fixedWindow(RATE), new Window(3_000_000, 3_000_000, 0, 0), Scope.SHARED);
    private static final Taken OF_NODE = taken(Limit.parse("9/s"), new ClearAt(7, 0), Scope.NODE);

    private static byte[] written(Part... parts) {
        return SettlementBytes.write(new Settlement(List.of(parts)), "a note", 42);
    }

    private static List<Part> readElsewhere(byte[] bytes) {
        byte[] other = bytes.clone();
        // The second of the two numbers in front names the process.
        other[8] ^= 1;
        return SettlementBytes.read(other).settlement().parts();
    }

    private static Part part(Taken... taken) {
        Charge counter = taken[taken.length - 1].charge();
        return new Part(List.of(taken), OUTCOME, Locking.of(counter, LOCK));
    }

    @Test
    void bytesOfEveryAlgorithmAreReadAsTheyWereWritten() {
        Part buckets = part(
                taken(Limit.parse("7 per 3s burst 50"), new ClearAt(Long.MAX_VALUE, 6), Scope.SHARED),
                taken(Limit.leakyBucket(RATE, 9), new ClearAt(1, 0), Scope.NODE));
        Part windows = new Part(
                List.of(SHARED, taken(Limit.slidingWindowCounter(RATE), new Window(6, 3, 0, 0), Scope.SHARED)),
                Outcome.ANY,
                null);
        SettlementBytes.OpenedReceipt read = SettlementBytes.read(written(buckets, windows));
        assertThat(read.untilMicros()).isEqualTo(42);
        assertThat(read.note()).isEqualTo("a note");
        assertThat(read.settlement().parts()).containsExactly(buckets, windows);
    }

    @Test
    void aChargeInALogNeedsOnlyItsTime() {
        Taken taken = taken(Limit.slidingWindow(RATE), Log.of(5, new long[] {1, 6, 9, 8}), Scope.SHARED);
        Taken read = SettlementBytes.read(written(part(taken)))
                .settlement()
                .parts()
                .get(0)
                .taken()
                .get(0);
        assertThat(read.charge()).isEqualTo(taken.charge());
        assertThat(((Log) read.after()).newestMicros()).isEqualTo(9);
    }

    @Test
    void anotherProcessSettlesOnlyWhatTheSharedStoreCounts() {
        assertThat(readElsewhere(written(part(SHARED)))).containsExactly(part(SHARED));
        Part local = readElsewhere(written(part(SHARED.asLocal()))).get(0);
        assertThat(local.taken()).isEmpty();
        assertThat(local.locking()).as("a failure counts at every node").isNotNull();
        Part ofNode = readElsewhere(written(part(OF_NODE))).get(0);
        assertThat(ofNode.taken()).isEmpty();
        assertThat(ofNode.locking()).isNull();
    }
}
