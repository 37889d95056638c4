package io.weir.guard.key.spi;

import io.weir.guard.key.KeysUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Where keys are kept for good. Every change has a number, and numbers become visible in their order, so that a reader who
 * asks for what came after the last number it saw misses nothing. Thread-safe; every method throws
 * {@link KeysUnavailableException} when the shelf cannot be reached.
 */
public interface KeyShelf {

    /** Returns the number of the last change. It is smaller than before if an older state was restored. */
    long changeNumber();

    /**
     * Hands over each key that changed after the change of that number, with the number of its last change, in the order of
     * these numbers.
     */
    void changesSince(long number, Consumer<ChangedKey> each);

    /** A key as it is now, and the number of its last change. */
    record ChangedKey(long number, StoredKey key) {}

    /**
     * Runs an edit while nobody else changes keys. All that it saves and records is kept when it returns; if it throws,
     * nothing is.
     */
    <T> T edit(Function<KeyEdit, T> edit);

    Optional<StoredKey> find(String id);

    /** Returns keys in the order of their ids. */
    List<StoredKey> list(KeySelection selection);

    /** Adds to what is known of the use of keys; ids that do not exist are left out. */
    void addUses(List<UsedKey> uses);
}
