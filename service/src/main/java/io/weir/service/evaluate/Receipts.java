package io.weir.service.evaluate;

import io.weir.guard.secret.Pepper;
import io.weir.policy.SealedReceipts;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.policy.Verdict;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The receipts that clients get for requests whose rules count certain responses only. All instances with the same store and the
 * same pepper settle each other's receipts; without a pepper, an instance settles its own only. Thread-safe.
 */
public final class Receipts {

    private static final String PURPOSE = "receipts";
    private static final int KEY_BYTES = 32;

    /** One for each version of the pepper, so that a receipt stays valid while instances learn a new version one by one. */
    private final List<SealedReceipts> newestFirst;

    private Receipts(List<SealedReceipts> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
    }

    public static Receipts of(Store store, Optional<Pepper> pepper) {
        List<SealedReceipts> sealed = new ArrayList<>();
        for (byte[] key : pepper.map(Receipts::keys).orElseGet(() -> List.of(randomKey()))) {
            sealed.add(new SealedReceipts(store, key, TimeSource.system()));
        }
        Collections.reverse(sealed);
        return new Receipts(sealed);
    }

    private static List<byte[]> keys(Pepper pepper) {
        return pepper.versions().stream()
                .map(version -> pepper.derive(version, PURPOSE).of("key"))
                .toList();
    }

    private static byte[] randomKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /** The receipt of an allowed request; empty if there is nothing to settle. */
    Optional<String> seal(Verdict verdict) {
        return verdict.allowed() ? newestFirst.get(0).seal(verdict) : Optional.empty();
    }

    CompletionStage<Settled> settle(String receipt, int status) {
        CompletionStage<Settled> settled = newestFirst.get(0).settle(receipt, status);
        for (SealedReceipts older : newestFirst.subList(1, newestFirst.size())) {
            settled = settled.thenCompose(found ->
                    found == Settled.INVALID ? older.settle(receipt, status) : CompletableFuture.completedStage(found));
        }
        return settled;
    }
}
