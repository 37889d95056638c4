package io.weir.redis.internal.batch;

import io.lettuce.core.cluster.SlotHash;
import io.weir.limit.Decision;
import io.weir.redis.internal.link.Connection;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.spi.MarkedCall;
import io.weir.store.spi.SplitCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to a Cluster, where all keys of a script must be in one slot. A call is sent as one script for each of
 * its slots, all at the same time. If one slot denies the call, the charges in the other slots are given back.
 *
 * <p>The marker of a call is kept in the slot of the first charge that is free for retries, and is decided
 * {@linkplain MarkedCall after the other slots}.
 */
public final class ClusterCalls {

    private static final Logger LOG = System.getLogger(Connection.LOGGER);

    private final ScriptRunner runner;

    /** Batches of each slot, created when it is first used; for all slots together they take five megabytes. */
    private final AtomicReferenceArray<Batches> ofSlots = new AtomicReferenceArray<>(SlotHash.SLOT_COUNT);

    public ClusterCalls(ScriptRunner runner) {
        this.runner = runner;
    }

    private static int slot(Charge charge) {
        return SlotHash.getSlot(KeyName.of(charge));
    }

    public CompletionStage<Answer> charge(List<Charge> charges) {
        PendingCall call = new PendingCall(MarkerSlot.assign(charges));
        divide(call, ClusterCalls::slot, (slot, part) -> batches(slot).add(part));
        return call.answer();
    }

    private Batches batches(int slot) {
        Batches batches = ofSlots.get(slot);
        if (batches != null) {
            return batches;
        }
        ofSlots.compareAndSet(slot, null, new Batches(runner::run, this::failed));
        return ofSlots.get(slot);
    }

    /** Redis rejects a script, which has then done nothing, while its keys are partly moved to another node. */
    private void failed(List<PendingCall> calls, Throwable failure) {
        if (!String.valueOf(failure.getMessage()).startsWith("TRYAGAIN")) {
            Batch.fail(calls, failure);
            return;
        }
        Map<String, Batches> ofKeys = new HashMap<>();
        for (PendingCall call : calls) {
            divide(
                    call,
                    KeyName::of,
                    (key, part) -> ofKeys.computeIfAbsent(key, absent -> new Batches(runner))
                            .add(part));
        }
    }

    /** Sends the parts of a call, and completes the call when all parts are answered. */
    private <P> void divide(PendingCall call, Function<Charge, P> placeOf, BiConsumer<P, PendingCall> send) {
        if (call.charges().size() == 1) {
            send.accept(placeOf.apply(call.charges().get(0)), call);
            return;
        }
        SplitCall<P> split = new SplitCall<>(call.charges(), placeOf);
        Map<P, List<Charge>> charges = split.parts();
        if (charges.size() == 1) {
            send.accept(charges.keySet().iterator().next(), call);
            return;
        }
        Charge last = call.charges().get(call.charges().size() - 1);
        if (last.isMarker()) {
            P home = placeOf.apply(last);
            new MarkedCall(
                            new Parts<>(placeOf, send),
                            call.charges(),
                            charge -> placeOf.apply(charge).equals(home))
                    .charge()
                    .whenComplete((answer, failure) -> complete(call, answer, failure));
            return;
        }
        Map<P, PendingCall> parts = new LinkedHashMap<>();
        charges.forEach((place, some) -> parts.put(place, new PendingCall(some)));
        parts.forEach(send);
        all(parts.values().stream().map(PendingCall::answer).toList())
                .whenComplete((done, failure) -> answer(call, split, parts, failure));
    }

    private <P> void answer(
            PendingCall call, SplitCall<P> split, Map<P, PendingCall> parts, @Nullable Throwable failure) {
        Map<P, Answer> answers = new LinkedHashMap<>();
        parts.forEach((place, part) -> {
            if (!part.answer().isCompletedExceptionally()) {
                answers.put(place, part.answer().join());
            }
        });
        // Before the answer is completed, because its callbacks may charge the same counters again.
        if (failure == null) {
            SplitCall.Joined<P> joined = split.join(answers);
            joined.toGiveBack().values().forEach(this::giveBackInVain);
            call.answer().complete(joined.answer());
        } else {
            SplitCall.takenInVain(answers).values().forEach(this::giveBackInVain);
            complete(call, null, failure);
        }
    }

    private static void complete(PendingCall call, @Nullable Answer answer, @Nullable Throwable failure) {
        if (failure == null) {
            call.answer().complete(answer);
        } else {
            call.answer().completeExceptionally(failure.getCause() == null ? failure : failure.getCause());
        }
    }

    private CompletionStage<Void> giveBackInVain(Receipt receipt) {
        return giveBack(receipt.redeem()).whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.log(Level.DEBUG, "what a denied call took is not given back, and comes back with time", failure);
            }
        });
    }

    /** Decides the parts of a call with a marker, which are divided by slot again. */
    private final class Parts<P> implements MarkedCall.Places {

        private final Function<Charge, P> placeOf;
        private final BiConsumer<P, PendingCall> send;

        private Parts(Function<Charge, P> placeOf, BiConsumer<P, PendingCall> send) {
            this.placeOf = placeOf;
            this.send = send;
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            PendingCall part = new PendingCall(charges);
            divide(part, placeOf, send);
            return part.answer();
        }

        @Override
        public CompletionStage<List<Decision>> peek(List<Charge> charges) {
            return ClusterCalls.this.peek(charges);
        }

        @Override
        public CompletionStage<Void> giveBack(Receipt receipt) {
            return giveBackInVain(receipt);
        }
    }

    /** Key by key, which works while a slot moves. Two keys in one slot are rare. */
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        List<CompletableFuture<List<Decision>>> peeks = charges.stream()
                .map(charge -> runner.peek(List.of(charge)).toCompletableFuture())
                .toList();
        return all(peeks)
                .thenApply(
                        done -> peeks.stream().map(peek -> peek.join().get(0)).toList());
    }

    /** Key by key too. */
    public CompletionStage<Void> giveBack(List<Taken> lastFirst) {
        Map<String, List<Taken>> ofKeys = lastFirst.stream()
                .collect(Collectors.groupingBy(
                        taken -> KeyName.of(taken.charge()), LinkedHashMap::new, Collectors.toList()));
        return all(ofKeys.values().stream()
                .map(taken -> runner.giveBack(taken).toCompletableFuture())
                .toList());
    }

    private static CompletionStage<Void> all(Collection<? extends CompletableFuture<?>> parts) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
    }
}
