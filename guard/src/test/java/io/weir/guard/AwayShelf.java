package io.weir.guard;

import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.spi.KeyEdit;
import io.weir.guard.key.spi.KeySelection;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.UsedKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store of keys that can fail and recover, and that counts its calls. */
public final class AwayShelf implements KeyShelf {

    private volatile KeyShelf shelf;
    private volatile boolean away;
    private final AtomicInteger asked = new AtomicInteger();

    public AwayShelf(KeyShelf shelf) {
        this.shelf = shelf;
    }

    public void goAway() {
        away = true;
    }

    public void comeBack() {
        away = false;
    }

    public void restore(KeyShelf older) {
        shelf = older;
    }

    public int asked() {
        return asked.get();
    }

    private KeyShelf reached() {
        asked.incrementAndGet();
        if (away) {
            throw KeysUnavailableException.nothingChanged(null);
        }
        return shelf;
    }

    @Override
    public long changeNumber() {
        return reached().changeNumber();
    }

    @Override
    public void changesSince(long number, Consumer<ChangedKey> each) {
        reached().changesSince(number, each);
    }

    @Override
    public <T> T edit(Function<KeyEdit, T> edit) {
        return reached().edit(edit);
    }

    @Override
    public Optional<StoredKey> find(String id) {
        return reached().find(id);
    }

    @Override
    public List<StoredKey> list(KeySelection selection) {
        return reached().list(selection);
    }

    @Override
    public void addUses(List<UsedKey> uses) {
        reached().addUses(uses);
    }
}
