package io.weir.limit.spi;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The times at which permits were taken, each with the running total of permits up to that time. Both ascend, so counts
 * and the k-th oldest permit are found by binary search. All permits taken in the same microsecond are one entry.
 *
 * <p>A log is immutable. Its entries are kept in chunks, and a log made by adding an entry shares all chunks but the
 * last with the original, so adding copies a kilobyte at most.
 */
public final class Log implements State {

    public static final Log EMPTY = new Log(new long[0][], 0, 0);

    private static final int ENTRIES_PER_CHUNK = 64;

    /** A time and a total in turn; all chunks but the last are full. */
    private final long[][] chunks;

    private final int size;

    /** The running total before the first entry. */
    private final long totalBefore;

    private Log(long[][] chunks, int size, long totalBefore) {
        this.chunks = chunks;
        this.size = size;
        this.totalBefore = totalBefore;
    }

    /**
     * Creates a log from its entries, for stores that keep logs elsewhere.
     *
     * @param totalBefore the running total before the first entry
     * @param timesAndTotals a time and the running total in turn, ascending
     */
    public static Log of(long totalBefore, long[] timesAndTotals) {
        int chunkLength = ENTRIES_PER_CHUNK * 2;
        long[][] chunks = new long[(timesAndTotals.length + chunkLength - 1) / chunkLength][];
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            int from = chunk * chunkLength;
            chunks[chunk] =
                    Arrays.copyOfRange(timesAndTotals, from, Math.min(timesAndTotals.length, from + chunkLength));
        }
        return new Log(chunks, timesAndTotals.length / 2, totalBefore);
    }

    private long time(int entry) {
        return chunks[entry / ENTRIES_PER_CHUNK][entry % ENTRIES_PER_CHUNK * 2];
    }

    private long total(int entry) {
        return entry < 0 ? totalBefore : chunks[entry / ENTRIES_PER_CHUNK][entry % ENTRIES_PER_CHUNK * 2 + 1];
    }

    private int firstLaterThan(long micros) {
        return firstAbove(micros, entry -> time((int) entry));
    }

    private int firstAbove(long value, LongUnaryOperator column) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (column.applyAsLong(middle) > value) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    /** Returns the time of the last entry; 0 if there is none. */
    public long newestMicros() {
        return size == 0 ? 0 : time(size - 1);
    }

    /** Returns the permits taken later than this time. */
    public long takenAfter(long micros) {
        return total(size - 1) - total(firstLaterThan(micros) - 1);
    }

    /** Returns when the oldest {@code permits} of those taken later than this time had been taken. */
    public long oldestAfter(long micros, long permits) {
        long total = total(firstLaterThan(micros) - 1) + permits;
        return time(firstAbove(total - 1, entry -> total((int) entry)));
    }

    /**
     * Returns a log with permits taken now, which is no earlier than the newest entry. Whole chunks up to
     * {@code forgetUpToMicros} are dropped.
     */
    public Log add(long nowMicros, long permits, long forgetUpToMicros) {
        if (newestMicros() <= forgetUpToMicros) {
            return new Log(new long[][] {{nowMicros, permits}}, 1, 0);
        }
        int gone = firstLaterThan(forgetUpToMicros) / ENTRIES_PER_CHUNK;
        int kept = size - gone * ENTRIES_PER_CHUNK;
        long total = total(size - 1) + permits;
        boolean sameMicrosecond = newestMicros() == nowMicros;
        boolean newChunk = !sameMicrosecond && size % ENTRIES_PER_CHUNK == 0;

        long[][] next = Arrays.copyOfRange(chunks, gone, chunks.length + (newChunk ? 1 : 0));
        int last = next.length - 1;
        long[] tail = newChunk ? new long[2] : Arrays.copyOf(next[last], next[last].length + (sameMicrosecond ? 0 : 2));
        tail[tail.length - 2] = nowMicros;
        tail[tail.length - 1] = total;
        next[last] = tail;
        return new Log(next, sameMicrosecond ? kept : kept + 1, total(gone * ENTRIES_PER_CHUNK - 1));
    }

    /** Returns a log with every two entries merged into one, at the later time. */
    @Override
    public State smaller() {
        Flat flat = new Flat();
        for (int entry = 1 - size % 2; entry < size; entry += 2) {
            flat.add(time(entry), total(entry));
        }
        return size < 2 ? this : flat.log();
    }

    /** Returns a log with all later entries moved to this time. */
    public Log noLaterThan(long micros) {
        Flat flat = new Flat();
        int later = firstLaterThan(micros - 1);
        for (int entry = 0; entry < later; entry++) {
            flat.add(time(entry), total(entry));
        }
        flat.add(micros, total(size - 1));
        return flat.log();
    }

    /** Returns a log with up to {@code permits} fewer at exactly this time. */
    public Log without(long micros, long permits) {
        int returned = firstLaterThan(micros - 1);
        if (returned == size || time(returned) != micros) {
            return this;
        }
        long less = Math.min(permits, total(returned) - total(returned - 1));
        Flat flat = new Flat();
        for (int entry = 0; entry < size; entry++) {
            long total = entry < returned ? total(entry) : total(entry) - less;
            if (entry != returned || total > total(entry - 1)) {
                flat.add(time(entry), total);
            }
        }
        return flat.log();
    }

    @Override
    public Log shifted(long micros) {
        return mapped(time -> time + micros, total -> total);
    }

    @Override
    public Log part(double share) {
        return mapped(time -> time, total -> (long) Math.ceil((total - totalBefore) * share) + totalBefore);
    }

    private Log mapped(LongUnaryOperator times, LongUnaryOperator totals) {
        Flat flat = new Flat();
        for (int entry = 0; entry < size; entry++) {
            flat.add(times.applyAsLong(time(entry)), totals.applyAsLong(total(entry)));
        }
        return flat.log();
    }

    /** Returns a log that, after any time, has as many permits as the one of the two logs that has more. */
    public Log larger(Log other) {
        long[] times =
                LongStream.concat(times(), other.times()).sorted().distinct().toArray();
        long[] timesAndTotals = new long[2 * times.length];
        long all = times.length == 0 ? 0 : largerAfter(times[0] - 1, other);
        for (int i = 0; i < times.length; i++) {
            timesAndTotals[2 * i] = times[i];
            timesAndTotals[2 * i + 1] = all - largerAfter(times[i], other);
        }
        return of(0, timesAndTotals);
    }

    private LongStream times() {
        return IntStream.range(0, size).mapToLong(this::time);
    }

    private long largerAfter(long micros, Log other) {
        return Math.max(takenAfter(micros), other.takenAfter(micros));
    }

    @Override
    public int bytes() {
        return bytes(size);
    }

    public static int bytes(int entries) {
        int chunks = entries / ENTRIES_PER_CHUNK + 1;
        return 64 + chunks * 20 + entries * 16;
    }

    /** Entries in a row, before they are cut into chunks. */
    private final class Flat {
        private final long[] row = new long[size * 2];
        private int length;

        void add(long micros, long total) {
            row[length++] = micros;
            row[length++] = total;
        }

        Log log() {
            return of(totalBefore, Arrays.copyOf(row, length));
        }
    }
}
