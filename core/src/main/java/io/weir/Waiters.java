package io.weir;

import java.util.LinkedHashSet;
import java.util.Set;

/** The waiters of a line in their order, and the sum of the permits they want. */
final class Waiters {

    private final Set<Waiter> inOrder = new LinkedHashSet<>();
    private long permits;

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    Waiter first() {
        return inOrder.iterator().next();
    }

    boolean isFirst(Waiter waiter) {
        return !isEmpty() && first() == waiter;
    }

    void add(Waiter waiter) {
        inOrder.add(waiter);
        permits += waiter.charge().cost();
    }

    /** Returns false if the waiter was not there. */
    boolean remove(Waiter waiter) {
        boolean removed = inOrder.remove(waiter);
        permits -= removed ? waiter.charge().cost() : 0;
        return removed;
    }

    long permits() {
        return permits;
    }
}
