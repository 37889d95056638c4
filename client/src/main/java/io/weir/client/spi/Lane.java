package io.weir.client.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that a server counts together, in the order of their arrival. A refusal closes the lane until the instant that
 * the server names. Then a single call, the probe, is sent; its success opens the lane, and another refusal closes it again.
 *
 * <p>All calls of a lane learn from each answer, so that a hundred threads cost the server one refusal, not a hundred.
 * Thread-safe. Turns are given outside the lock.
 */
final class Lane {

    static final int MOST_WAITING = 10_000;

    /** A probe without an answer after this time is probably executed and slow, and another call may probe. */
    private static final long PROBE_NANOS = Duration.ofSeconds(1).toNanos();

    /** A call whose turn comes exactly at its deadline goes. */
    private static final long AFTER_DEADLINE_NANOS = 1_000;

    private final ClientTime time;
    private final Set<LaneTicket> line = new LinkedHashSet<>();
    private final LanePace pace = new LanePace();
    private final RetryBudget budget = new RetryBudget();
    private boolean closed;
    private long closedUntil;
    private @Nullable LaneTicket probe;
    private long probeSent;
    private int underWay;
    private long sent;
    private Runnable cancelWakeUp = () -> {};

    Lane(ClientTime time) {
        this.time = time;
    }

    /** Completes the turn of the ticket now or later. */
    void enter(LaneTicket ticket) {
        Optional<Admission> decided;
        synchronized (this) {
            decided = atOnce(ticket);
            if (decided.isEmpty()) {
                line.add(ticket);
                long left = Math.max(0, ticket.deadlineNanos - time.nanos());
                ticket.cancelTimer = time.schedule(left + AFTER_DEADLINE_NANOS, () -> timeOut(ticket));
                wakeUpLater();
            }
        }
        decided.ifPresent(admission -> giveTurn(ticket, admission));
    }

    private Optional<Admission> atOnce(LaneTicket ticket) {
        long now = time.nanos();
        if (line.isEmpty() && mayGo(ticket, now)) {
            return Optional.of(send(ticket, now));
        }
        if (opens() > ticket.deadlineNanos) {
            return Optional.of(Admission.TOO_LATE);
        }
        return line.size() < MOST_WAITING ? Optional.empty() : Optional.of(Admission.LINE_FULL);
    }

    private long opens() {
        return closed ? closedUntil : Long.MIN_VALUE;
    }

    private boolean mayGo(LaneTicket ticket, long now) {
        return closed ? now >= nextProbe() : pace.allows(ticket, now);
    }

    private long nextProbe() {
        return probe == null ? closedUntil : Math.max(closedUntil, probeSent + PROBE_NANOS);
    }

    private Admission send(LaneTicket ticket, long now) {
        if (closed) {
            if (ticket.kind == LaneTicket.Kind.RETRY) {
                if (!budget.has(RetryBudget.REFUSAL)) {
                    return Admission.NO_BUDGET;
                }
                budget.take(RetryBudget.REFUSAL);
            }
            ticket.probes = true;
            probe = ticket;
            probeSent = now;
        }
        underWay++;
        ticket.number = ++sent;
        pace.sent(now);
        return Admission.GO;
    }

    private void giveTurn(LaneTicket ticket, Admission admission) {
        ticket.cancelTimer.run();
        if (!ticket.turn.complete(admission) && admission == Admission.GO) {
            // The call was cancelled at the same moment.
            failed(ticket);
        }
    }

    private void timeOut(LaneTicket ticket) {
        if (leave(ticket)) {
            giveTurn(ticket, Admission.TOO_LATE);
        }
    }

    /** Takes a ticket out of the line. Returns whether it was in there. */
    synchronized boolean leave(LaneTicket ticket) {
        ticket.cancelTimer.run();
        return line.remove(ticket);
    }

    private void advance() {
        List<Runnable> turns = new ArrayList<>();
        synchronized (this) {
            long now = time.nanos();
            for (LaneTicket first = first(); first != null && mayGo(first, now); first = first()) {
                take(first, send(first, now), turns);
            }
            if (line.isEmpty() && underWay == 0) {
                pace.idle();
            }
            wakeUpLater();
        }
        turns.forEach(Runnable::run);
    }

    private @Nullable LaneTicket first() {
        return line.isEmpty() ? null : line.iterator().next();
    }

    private void take(LaneTicket ticket, Admission admission, List<Runnable> turns) {
        line.remove(ticket);
        turns.add(() -> giveTurn(ticket, admission));
    }

    private void wakeUpLater() {
        cancelWakeUp.run();
        if (!line.isEmpty()) {
            long next = closed ? nextProbe() : pace.nextSlot();
            cancelWakeUp = time.schedule(Math.max(0, next - time.nanos()), this::advance);
        }
    }

    /** The server has executed the call, or refused it for a reason that is not the number of calls. */
    void accepted(LaneTicket ticket, Optional<StatedLimit> limit) {
        synchronized (this) {
            if (!settle(ticket)) {
                return;
            }
            budget.give(ticket.probes && ticket.kind == LaneTicket.Kind.RETRY ? RetryBudget.REFUSAL + 1 : 1);
            if (ticket.probes && time.nanos() >= closedUntil) {
                closed = false;
                probe = null;
            }
            pace.accepted(ticket, limit, underWay);
        }
        advance();
    }

    /** The server has refused the call. Closes the lane for this time, and returns the time until it opens. */
    Duration refused(LaneTicket ticket, Duration wait, Optional<StatedLimit> limit) {
        List<Runnable> turns = new ArrayList<>();
        long now = time.nanos();
        long left;
        synchronized (this) {
            closedUntil = Math.max(closedUntil, now + wait.toNanos());
            closed = true;
            left = closedUntil - now;
            if (settle(ticket)) {
                if (ticket.kind == LaneTicket.Kind.RETRY && !ticket.probes) {
                    budget.take(RetryBudget.REFUSAL);
                }
                pace.refused(ticket, limit);
            }
            List.copyOf(line).stream()
                    .filter(waiting -> waiting.deadlineNanos < closedUntil)
                    .forEach(waiting -> take(waiting, Admission.TOO_LATE, turns));
            wakeUpLater();
        }
        turns.forEach(Runnable::run);
        return Duration.ofNanos(left);
    }

    /** The call has ended without an answer, or with one that says nothing of limits. */
    void failed(LaneTicket ticket) {
        synchronized (this) {
            if (!settle(ticket)) {
                return;
            }
        }
        advance();
    }

    private boolean settle(LaneTicket ticket) {
        if (ticket.settled || ticket.number == 0) {
            return false;
        }
        ticket.settled = true;
        underWay--;
        if (probe == ticket) {
            probe = null;
        }
        return true;
    }

    /** Returns whether the budget has this cost left. */
    synchronized boolean canAfford(int cost) {
        return budget.has(cost);
    }

    /** Takes this cost from the budget, unless there is less left. */
    synchronized boolean pays(int cost) {
        boolean paid = budget.has(cost);
        if (paid) {
            budget.take(cost);
        }
        return paid;
    }

    /** Returns how long the lane stays closed. */
    synchronized Duration closedFor() {
        return Duration.ofNanos(Math.max(0, opens() - time.nanos()));
    }

    /** Returns whether nothing would be lost with this lane. */
    synchronized boolean isQuiet() {
        return line.isEmpty() && underWay == 0 && opens() <= time.nanos();
    }
}
