package io.weir.lab.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Three rules as one would count them by hand: 1,600 a minute for all in fixed windows, 30 a minute with a burst of 40 for
 * each address, and 5 logins in any 60 seconds for each address. All or none. It shares no code with the engine.
 */
final class PlainModel {

    private static final long MINUTE = 60_000_000;

    private static final class Bucket {
        private long unitsLeft = 40 * MINUTE;
        private long lastMicros;
    }

    private final Map<String, Bucket> buckets = new HashMap<>();
    private final Map<String, Deque<Long>> logins = new HashMap<>();
    private final Map<String, Long> denials = new TreeMap<>();
    private long window = -1;
    private long inWindow;
    private long requests;
    private long denied;

    void ask(String address, boolean isLogin, long at) {
        requests++;
        if (at / MINUTE != window) {
            window = at / MINUTE;
            inWindow = 0;
        }
        Bucket bucket = buckets.computeIfAbsent(address, first -> new Bucket());
        bucket.unitsLeft = Math.min(40 * MINUTE, bucket.unitsLeft + 30 * (at - bucket.lastMicros));
        bucket.lastMicros = at;
        Deque<Long> tries = logins.computeIfAbsent(address, first -> new ArrayDeque<>());
        while (!tries.isEmpty() && tries.peek() <= at - MINUTE) {
            tries.remove();
        }
        boolean fitsAll = inWindow < 1_600;
        boolean fitsBucket = bucket.unitsLeft >= MINUTE;
        boolean fitsLogin = !isLogin || tries.size() < 5;
        count(fitsAll, "all global:system");
        count(fitsBucket, "per-ip ip:" + address);
        count(fitsLogin, "login ip:" + address);
        if (fitsAll && fitsBucket && fitsLogin) {
            inWindow++;
            bucket.unitsLeft -= MINUTE;
            if (isLogin) {
                tries.add(at);
            }
        } else {
            denied++;
        }
    }

    private void count(boolean fits, String ruleAndSubject) {
        if (!fits) {
            denials.merge(ruleAndSubject, 1L, Long::sum);
        }
    }

    long requests() {
        return requests;
    }

    long denied() {
        return denied;
    }

    /** Returns the denials by rule and subject. */
    Map<String, Long> denials() {
        return denials;
    }
}
