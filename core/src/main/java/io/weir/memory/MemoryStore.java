package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Limit.StateChange;
import io.weir.limit.spi.State;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store in this process's memory, bounded in bytes. Thread-safe; every call completes at once.
 *
 * <p>One charge is a compare-and-set on its cell. Several charges are decided while all their cells are
 * {@linkplain HeldCells held}, and the clock is read after the last cell was held.
 */
public final class MemoryStore implements Store {

    private final TimeSource time;
    private final CellTable cells;
    private final HeldCellsPool spare = new HeldCellsPool();

    /**
     * Creates a store on the system's clock, bounded by an eighth of the maximum heap. Create one store for all
     * limiters.
     */
    public MemoryStore() {
        this(TimeSource.system());
    }

    /** Creates a store bounded by an eighth of the maximum heap. */
    public MemoryStore(TimeSource time) {
        this(time, Math.max(CellTable.LEAST_BYTES, Runtime.getRuntime().maxMemory() / 8));
    }

    public MemoryStore(TimeSource time, long maxBytes) {
        this(time, new CellTable(time, maxBytes));
    }

    MemoryStore(TimeSource time, CellTable cells) {
        this.time = time;
        this.cells = cells;
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return CompletableFuture.completedFuture(answer(charges));
    }

    private Answer answer(List<Charge> list) {
        List<Charge> charges = List.copyOf(list);
        if (charges.size() == 1 && charges.get(0).effect() == Effect.ENFORCED) {
            Charge charge = charges.get(0);
            Decision decision = enforce(charge);
            return Answer.of(charges, List.of(decision), decision.allowed());
        }
        Answer answer = answerTogether(charges);
        if (!answer.allowed() || answer.retry()) {
            cells.discardFresh(charges);
        }
        return answer;
    }

    private Answer answerTogether(List<Charge> charges) {
        HeldCells held = spare.take(charges.size());
        held.hold(charges, cells);
        try {
            return held.decide(charges, time.nowMicros());
        } finally {
            held.release(cells);
            spare.giveBack(held);
        }
    }

    @Override
    public Decision chargeNow(Charge charge) {
        return charge.effect() == Effect.ENFORCED
                ? enforce(charge)
                : answer(List.of(charge)).decisions().get(0);
    }

    private Decision enforce(Charge charge) {
        if (cells.peek(charge) instanceof TickCell cell) {
            Decision decision = cell.charge(charge.limit(), charge.cost(), time);
            if (decision != null) {
                return decision;
            }
        }
        return chargeOne(charge).decision();
    }

    @Override
    public Decision chargeNow(String key, String rule, Limit limit, long cost) {
        if (cost >= 1 && cost <= limit.capacity() && cells.peek(key, rule, limit) instanceof TickCell cell) {
            Decision decision = cell.charge(limit, cost, time);
            if (decision != null) {
                return decision;
            }
        }
        return chargeOne(Charge.ofRule(key, rule, limit, cost)).decision();
    }

    private StateChange chargeOne(Charge charge) {
        Limit limit = charge.limit();
        while (true) {
            CounterCell cell = cells.cellOf(charge);
            State stored = cell.read();
            if (stored == CounterCell.DEAD) {
                continue;
            }
            StateChange outcome = limit.decide(stored, time.nowMicros(), charge.cost());
            if (outcome.next() == stored) {
                cell.limit(limit);
                return outcome;
            }
            if (cell.swap(stored, outcome.next(), limit)) {
                cells.changed(cell, stored, outcome.next());
                return outcome;
            }
        }
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (Charge charge : charges) {
            decisions.add(charge.limit().peek(cells.state(charge), time.nowMicros(), charge.cost()));
        }
        return CompletableFuture.completedStage(decisions);
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        receipt.redeem().forEach(this::giveBack);
        return CompletableFuture.completedStage(null);
    }

    private void giveBack(Taken taken) {
        Charge charge = taken.charge();
        while (true) {
            CounterCell found = cells.find(charge);
            if (found == null) {
                return;
            }
            CounterCell cell = cells.fitting(found, charge);
            State stored = cell.read();
            if (stored == CounterCell.DEAD) {
                continue;
            }
            State next = charge.limit().giveBack(stored, taken.after(), time.nowMicros(), charge.cost());
            if (next == stored || cell.swap(stored, next, cell.limit())) {
                cells.changed(cell, stored, next);
                return;
            }
        }
    }

    /**
     * Makes the charge's counter at least as strict as a state of this store's clock. A counter that several keys share
     * is not changed, because one key would then be charged for another.
     */
    public void restrict(Charge charge, State least) {
        Limit limit = charge.limit();
        while (limit.resetAfterMicros(limit.mend(least, time.nowMicros()), time.nowMicros()) > 0) {
            CounterCell cell = cells.cellOf(charge);
            State stored = cell.read();
            if (cell.isShared()) {
                return;
            }
            if (stored != CounterCell.DEAD) {
                State next = limit.stricter(stored, least, time.nowMicros());
                if (next.equals(stored) || cell.swap(stored, next, limit)) {
                    cells.changed(cell, stored, next);
                    return;
                }
            }
        }
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        cells.forget(charge);
        return CompletableFuture.completedStage(null);
    }

    /**
     * The memory use of a store and its evictions so far.
     *
     * @param cells keys with their own counter
     * @param overflowCells counters that are shared by keys for which there was no room
     * @param bytes approximately how much heap both take
     * @param maxBytes the most heap that they may take
     * @param idleEvictions dropped counters that were equivalent to fresh ones
     * @param earlyEvictions counters dropped to make room, with less than a tenth of their limit used
     * @param newcomerEvictions counters dropped for newcomers that shared counters had denied, whatever their counts
     * @param overflowCharges charges to shared counters
     */
    public record Usage(
            long cells,
            long overflowCells,
            long bytes,
            long maxBytes,
            long idleEvictions,
            long earlyEvictions,
            long newcomerEvictions,
            long overflowCharges) {

        /** Returns the sum of two stores. */
        public Usage plus(Usage other) {
            return new Usage(
                    cells + other.cells,
                    overflowCells + other.overflowCells,
                    bytes + other.bytes,
                    maxBytes + other.maxBytes,
                    idleEvictions + other.idleEvictions,
                    earlyEvictions + other.earlyEvictions,
                    newcomerEvictions + other.newcomerEvictions,
                    overflowCharges + other.overflowCharges);
        }
    }

    public Usage usage() {
        return cells.usage();
    }

    /** Does nothing, because the memory is freed with the store. */
    @Override
    public void close() {}
}
