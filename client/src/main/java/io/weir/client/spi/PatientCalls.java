package io.weir.client.spi;

import io.weir.client.patience.ClientListener;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/** Calls with one patience. Thread-safe. */
public final class PatientCalls {

    private final Patience patience;
    private final Partition partition;
    private final ClientListener listener;
    private final LaneRegistry lanes;
    private final LongUnaryOperator upTo;

    private PatientCalls(
            Patience patience,
            Partition partition,
            ClientListener listener,
            LaneRegistry lanes,
            LongUnaryOperator upTo) {
        this.patience = patience;
        this.partition = partition;
        this.listener = listener;
        this.lanes = lanes;
        this.upTo = upTo;
    }

    /** Creates calls in the lanes of this process. */
    public static PatientCalls of(Patience patience) {
        return of(
                patience,
                LaneRegistry.ofProcess(),
                most -> ThreadLocalRandom.current().nextLong(most + 1));
    }

    /**
     * Creates calls in other lanes.
     *
     * @param upTo returns a random number from 0 up to its argument
     */
    public static PatientCalls of(Patience patience, LaneRegistry lanes, LongUnaryOperator upTo) {
        return new PatientCalls(patience, Partition.byOriginAndCredential(), ClientListener.NONE, lanes, upTo);
    }

    public PatientCalls withPartition(Partition other) {
        return new PatientCalls(patience, other, listener, lanes, upTo);
    }

    public PatientCalls withListener(ClientListener other) {
        return new PatientCalls(patience, partition, other, lanes, upTo);
    }

    /**
     * Begins a call, whose time runs from now on.
     *
     * @param bodyCanBeSentAgain is asked after an attempt
     */
    public PatientCall begin(OutgoingCall call, BooleanSupplier bodyCanBeSentAgain) {
        return new PatientCall(this, call, lanes.lane(partition.keyOf(call)), bodyCanBeSentAgain);
    }

    Patience patience() {
        return patience;
    }

    ClientListener listener() {
        return listener;
    }

    ClientTime time() {
        return lanes.time();
    }

    long randomUpTo(long most) {
        return most <= 0 ? 0 : upTo.applyAsLong(most);
    }
}
