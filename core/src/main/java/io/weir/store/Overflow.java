package io.weir.store;

import io.weir.limit.Limit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The cells that newcomers share when there is no room for cells of their own: 65,536 for each limit, chosen by a hash that
 * nobody outside can compute, so that nobody can aim at another's cell. They are made as needed and never leave. When they
 * have used up their share of the memory, those who find no cell share the first 256.
 */
final class Overflow {

    private static final int CELLS_PER_LIMIT = 65_536;
    private static final int CELLS_WHEN_FULL = 256;
    private static final int BYTES_PER_CELL = 128;

    private record Place(Limit limit, int number) {}

    private final long maxBytes;
    private final AtomicLong nextOrder;
    private final ConcurrentHashMap<Place, Cell> cells = new ConcurrentHashMap<>();
    private final LongAdder charges = new LongAdder();
    private final byte[] secret = new byte[16];

    Overflow(long maxBytes, AtomicLong nextOrder) {
        this.maxBytes = maxBytes;
        this.nextOrder = nextOrder;
        new SecureRandom().nextBytes(secret);
    }

    /** The cell that the charge shares, if anyone has needed it yet. */
    @Nullable
    Cell find(Charge charge) {
        if (cells.isEmpty()) {
            return null;
        }
        int hash = hash(charge.key());
        Cell cell = cells.get(place(charge, hash, CELLS_PER_LIMIT));
        return cell != null ? cell : cells.get(place(charge, hash, CELLS_WHEN_FULL));
    }

    Cell cellOf(Charge charge) {
        charges.increment();
        Cell found = find(charge);
        if (found != null) {
            return found;
        }
        int many = bytes() < maxBytes ? CELLS_PER_LIMIT : CELLS_WHEN_FULL;
        return cells.computeIfAbsent(
                place(charge, hash(charge.key()), many), place -> new Cell(nextOrder.getAndIncrement(), place.limit()));
    }

    private static Place place(Charge charge, int hash, int many) {
        return new Place(charge.limit(), Math.floorMod(hash, many));
    }

    private int hash(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(secret);
            return ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)))
                    .getInt();
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    long cells() {
        return cells.mappingCount();
    }

    long bytes() {
        return cells() * BYTES_PER_CELL;
    }

    long charges() {
        return charges.sum();
    }
}
