package io.weir.benchmarks.stuffing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The bounds of docs/guard.md, each recounted from the list of tested passwords without the guard's own counters. */
enum PublishedBound {
    PER_ACCOUNT_AND_SOURCE("wrong, one account and source, any 15 min", 5) {
        @Override
        long most(List<TestedPassword> tested) {
            return mostInWindow(tested, each -> !each.right(), each -> each.account() + " " + each.address(), QUARTER);
        }
    },
    PER_ADDRESS_UNCHALLENGED("wrong, one address, no challenge, any 15 min", 3) {
        @Override
        long most(List<TestedPassword> tested) {
            return mostInWindow(tested, PublishedBound::isUnchallengedFailure, TestedPassword::address, QUARTER);
        }
    },
    PER_ACCOUNT_UNCHALLENGED("wrong, one account, no challenge, any 15 min", 10) {
        @Override
        long most(List<TestedPassword> tested) {
            return mostInWindow(tested, PublishedBound::isUnchallengedFailure, TestedPassword::account, QUARTER);
        }
    },
    ACCOUNTS_PER_ADDRESS("accounts failed for, one address, any hour", 20) {
        @Override
        long most(List<TestedPassword> tested) {
            Map<String, Set<String>> accounts = new HashMap<>();
            tested.stream()
                    .filter(each -> !each.right())
                    .forEach(each -> accounts.computeIfAbsent(each.address(), first -> new HashSet<>())
                            .add(each.account()));
            return accounts.values().stream().mapToInt(Set::size).max().orElse(0);
        }
    },
    ATTEMPTS_PER_ADDRESS("attempts, one address, beyond 10 a minute", 10) {
        @Override
        long most(List<TestedPassword> tested) {
            return mostBeyondRate(tested, each -> true, TestedPassword::address, 10);
        }
    },
    ALL_UNCHALLENGED("wrong in all, no challenge, beyond 100 a minute", 100) {
        @Override
        long most(List<TestedPassword> tested) {
            return mostBeyondRate(tested, PublishedBound::isUnchallengedFailure, each -> "all", 100);
        }
    };

    private static final long MINUTE = 60_000_000;
    private static final long QUARTER = 15 * MINUTE;

    private final String title;
    private final long bound;

    PublishedBound(String title, long bound) {
        this.title = title;
        this.bound = bound;
    }

    private static boolean isUnchallengedFailure(TestedPassword each) {
        return !each.right() && !each.challengePassed();
    }

    /** Returns the largest number that this bound is about, of passwords in the order of their time. */
    abstract long most(List<TestedPassword> tested);

    String title() {
        return title;
    }

    long bound() {
        return bound;
    }

    /** Returns the most passwords of one group within any window, which does not contain its end. */
    private static long mostInWindow(
            List<TestedPassword> tested,
            Predicate<TestedPassword> which,
            Function<TestedPassword, String> group,
            long windowMicros) {
        Map<String, Deque<Long>> recent = new HashMap<>();
        long most = 0;
        for (TestedPassword each : tested) {
            if (which.test(each)) {
                Deque<Long> window = recent.computeIfAbsent(group.apply(each), first -> new ArrayDeque<>());
                window.add(each.atMicros());
                while (window.getFirst() <= each.atMicros() - windowMicros) {
                    window.removeFirst();
                }
                most = Math.max(most, window.size());
            }
        }
        return most;
    }

    /** Returns how full the bucket of a group gets from which so many run out a minute; part of a permit counts as one. */
    private static long mostBeyondRate(
            List<TestedPassword> tested,
            Predicate<TestedPassword> which,
            Function<TestedPassword, String> group,
            long perMinute) {
        Map<String, long[]> buckets = new HashMap<>();
        long most = 0;
        for (TestedPassword each : tested) {
            if (which.test(each)) {
                // A permit is as many parts as a minute has microseconds, so nothing is rounded.
                long[] bucket = buckets.computeIfAbsent(group.apply(each), first -> new long[2]);
                bucket[0] = Math.max(0, bucket[0] - (each.atMicros() - bucket[1]) * perMinute) + MINUTE;
                bucket[1] = each.atMicros();
                most = Math.max(most, bucket[0]);
            }
        }
        return (most + MINUTE - 1) / MINUTE;
    }
}
