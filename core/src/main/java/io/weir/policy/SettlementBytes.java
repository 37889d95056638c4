package io.weir.policy;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.TokenBucket;
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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes a settlement as bytes, and reads it in another process. Of the state of a counter, only the two numbers are
 * written that giving back needs. What a process took in its own memory is given back by this process only.
 */
final class SettlementBytes {

    /** A settlement with its note, and the first instant at which it is no longer valid. */
    record OpenedReceipt(Settlement settlement, String note, long untilMicros) {}

    private static final long THIS_PROCESS = new SecureRandom().nextLong();
    private static final long NO_LOCK = 0;

    private SettlementBytes() {}

    static byte[] write(Settlement settlement, String note, long untilMicros) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(untilMicros);
            out.writeLong(THIS_PROCESS);
            out.writeUTF(note);
            out.writeByte(settlement.parts().size());
            for (Part part : settlement.parts()) {
                write(part, out);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(Part part, DataOutputStream out) throws IOException {
        write(part.outcome().countedOn(), out);
        write(part.outcome().freeOn(), out);
        Locking locking = part.locking();
        out.writeLong(locking == null ? NO_LOCK : micros(locking.time()));
        out.writeByte(part.taken().size());
        for (Taken taken : part.taken()) {
            write(taken, out);
        }
    }

    /** Writes statuses as spans of them: 401, 403 and 5xx are three. */
    private static void write(Set<Integer> statuses, DataOutputStream out) throws IOException {
        List<int[]> spans = new ArrayList<>();
        for (int status : new TreeSet<>(statuses)) {
            int[] last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            if (last != null && last[1] == status - 1) {
                last[1] = status;
            } else {
                spans.add(new int[] {status, status});
            }
        }
        out.writeShort(spans.size());
        for (int[] span : spans) {
            out.writeShort(span[0]);
            out.writeShort(span[1]);
        }
    }

    private static void write(Taken taken, DataOutputStream out) throws IOException {
        Charge charge = taken.charge();
        Limit limit = charge.limit();
        out.writeBoolean(taken.local());
        out.writeUTF(limit.algorithm().name());
        out.writeUTF(charge.effect().name());
        out.writeUTF(charge.onFailure().name());
        out.writeUTF(charge.scope().name());
        out.writeUTF(charge.key());
        out.writeUTF(charge.rule());
        out.writeLong(limit.rate().permits());
        out.writeLong(micros(limit.rate().period()));
        out.writeLong(limit.capacity());
        out.writeLong(charge.cost());
        write(taken.after(), out);
    }

    private static void write(State after, DataOutputStream out) throws IOException {
        if (after instanceof ClearAt clear) {
            out.writeLong(clear.micros());
            out.writeLong(clear.rest());
        } else if (after instanceof Window window) {
            out.writeLong(window.start());
            out.writeLong(window.length());
        } else if (after instanceof Log log) {
            out.writeLong(log.newestMicros());
            out.writeLong(0);
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    /** Reads what {@link #write} has written; the bytes have been authenticated. */
    static OpenedReceipt read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long untilMicros = in.readLong();
            boolean isOwn = in.readLong() == THIS_PROCESS;
            String note = in.readUTF();
            int size = in.readUnsignedByte();
            List<Part> parts = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                parts.add(part(in, isOwn));
            }
            return new OpenedReceipt(new Settlement(parts), note, untilMicros);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Part part(DataInputStream in, boolean isOwn) throws IOException {
        Outcome outcome = new Outcome(statuses(in), statuses(in));
        long lockMicros = in.readLong();
        int size = in.readUnsignedByte();
        List<Taken> taken = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            taken.add(taken(in));
        }
        // The counter of the rule was taken first, and so is the last one.
        Charge counter = taken.get(size - 1).charge();
        boolean locks = lockMicros != NO_LOCK && (isOwn || counter.scope() == Scope.SHARED);
        return new Part(
                taken.stream().filter(each -> isOwn || isShared(each)).toList(),
                outcome,
                locks ? Locking.of(counter, Duration.of(lockMicros, ChronoUnit.MICROS)) : null);
    }

    private static boolean isShared(Taken taken) {
        return !taken.local() && taken.charge().scope() == Scope.SHARED;
    }

    private static Set<Integer> statuses(DataInputStream in) throws IOException {
        Set<Integer> statuses = new HashSet<>();
        int spans = in.readUnsignedShort();
        for (int i = 0; i < spans; i++) {
            int first = in.readUnsignedShort();
            int last = in.readUnsignedShort();
            for (int status = first; status <= last; status++) {
                statuses.add(status);
            }
        }
        return statuses;
    }

    private static Taken taken(DataInputStream in) throws IOException {
        boolean local = in.readBoolean();
        Algorithm algorithm = Algorithm.valueOf(in.readUTF());
        Effect effect = Effect.valueOf(in.readUTF());
        OnFailure onFailure = OnFailure.valueOf(in.readUTF());
        Scope scope = Scope.valueOf(in.readUTF());
        String key = in.readUTF();
        String rule = in.readUTF();
        Rate rate = Rate.of(in.readLong(), Duration.of(in.readLong(), ChronoUnit.MICROS));
        Limit limit = limit(algorithm, rate, in.readLong());
        Charge charge = new Charge(key, limit, in.readLong(), effect, onFailure, scope, rule);
        return new Taken(charge, state(algorithm, in.readLong(), in.readLong()), local);
    }

    private static Limit limit(Algorithm algorithm, Rate rate, long capacity) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> TokenBucket.of(rate).withCapacity(capacity);
            case LEAKY_BUCKET -> Limit.leakyBucket(rate, capacity);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER -> algorithm.limit(rate);
        };
    }

    private static State state(Algorithm algorithm, long first, long second) {
        return switch (algorithm) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> new ClearAt(first, second);
            case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> new Window(first, second, 0, 0);
            case SLIDING_WINDOW -> Log.of(0, new long[] {first, 1});
        };
    }
}
