package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Receipts as texts that a client may keep until the response to its request is known, and send to any process that has
 * the same key and store. A text is encrypted and authenticated (AES-256-GCM, with a key of its own for each text), at
 * most 4,096 characters long, and valid for ten minutes; the store makes sure that it is settled once. Thread-safe.
 */
public final class SealedReceipts {

    /** What became of a text. */
    public enum Settled {
        SETTLED,

        /** It was settled before; nothing was changed. */
        ALREADY_SETTLED,

        /** It is older than ten minutes; nothing was changed. */
        EXPIRED,

        /** It was not sealed with this key, or was changed. */
        INVALID,

        /** The shared store could not be asked, and nothing was changed; it can be sent again. */
        UNAVAILABLE
    }

    /** For how long a text is valid. */
    public static final Duration VALID = Duration.ofMinutes(10);

    private static final int MOST_CHARACTERS = 4_096;
    private static final int MOST_IN_NOTE = 500;
    private static final int LEAST_KEY_BYTES = 16;

    /** A minute longer than texts are valid, for processes whose clocks differ. */
    private static final Limit ONCE = Limit.tokenBucket(Rate.of(1, VALID.plusMinutes(1)));

    private final Store store;
    private final byte[] key;
    private final TimeSource time;
    private final SecureRandom random = new SecureRandom();

    /** @param key a secret of at least 16 random bytes, the same in all processes that settle each other's texts */
    public SealedReceipts(Store store, byte[] key, TimeSource time) {
        if (key.length < LEAST_KEY_BYTES) {
            throw new IllegalArgumentException("the key of sealed receipts has at least " + LEAST_KEY_BYTES
                    + " random bytes, but this one has " + key.length);
        }
        this.store = store;
        this.key = key.clone();
        this.time = time;
    }

    /**
     * Seals the receipt of an allowed request, which can be settled only by the text from now on. Empty if no matched
     * rule counts certain responses only, so that there is nothing to settle. What does not fit into a text, with very
     * many rules or very long keys, stays charged.
     */
    public Optional<String> seal(Verdict verdict) {
        if (!verdict.countsSomeResponses()) {
            return Optional.empty();
        }
        List<Settlement.Part> parts = Settlement.of(verdict).parts();
        return parts.isEmpty() ? Optional.empty() : Optional.of(seal(parts, ""));
    }

    /**
     * Seals the receipt of an allowed request together with a note, which only processes with the same key can read.
     * There is a text even if no matched rule counts certain responses only.
     *
     * @param note at most 500 characters
     */
    public String seal(Verdict verdict, String note) {
        if (note.length() > MOST_IN_NOTE) {
            throw new IllegalArgumentException(
                    "a note has at most " + MOST_IN_NOTE + " characters, but this one has " + note.length());
        }
        return seal(Settlement.of(verdict).parts(), note);
    }

    private String seal(List<Settlement.Part> all, String note) {
        long untilMicros = time.nowMicros() + VALID.toNanos() / 1_000;
        String text = "";
        for (int parts = all.size(); parts >= 0; parts--) {
            text = seal(SettlementBytes.write(new Settlement(all.subList(0, parts)), note, untilMicros));
            if (text.length() <= MOST_CHARACTERS) {
                break;
            }
        }
        return text;
    }

    /** Returns the note of a text that is valid, whether it was settled or not; empty for any other text. */
    public Optional<String> note(String text) {
        return decoded(text)
                .flatMap(this::open)
                .filter(receipt -> receipt.untilMicros() > time.nowMicros())
                .map(SettlementBytes.OpenedReceipt::note);
    }

    private String seal(byte[] content) {
        byte[] id = new byte[ReceiptCipher.ID_BYTES];
        random.nextBytes(id);
        try {
            byte[] sealed = ReceiptCipher.of(key, id).seal(content);
            byte[] all = Arrays.copyOf(id, id.length + sealed.length);
            System.arraycopy(sealed, 0, all, id.length, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Reports the status of the response to the request, as {@link Gate#settle} does.
     *
     * @param status from 100 to 599
     */
    public CompletionStage<Settled> settle(String text, int status) {
        if (status < 100 || status > 599) {
            throw new IllegalArgumentException("a response has a status from 100 to 599, not " + status);
        }
        Optional<byte[]> all = decoded(text);
        Optional<SettlementBytes.OpenedReceipt> content = all.flatMap(this::open);
        if (content.isEmpty()) {
            return CompletableFuture.completedStage(Settled.INVALID);
        }
        if (content.get().untilMicros() <= time.nowMicros()) {
            return CompletableFuture.completedStage(Settled.EXPIRED);
        }
        return store.charge(List.of(once(all.get())))
                .thenCompose(answer -> settleOnce(answer, content.get().settlement(), status));
    }

    private static Optional<byte[]> decoded(String text) {
        if (text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text))
                    .filter(all -> all.length > ReceiptCipher.LEAST_BYTES);
        } catch (IllegalArgumentException noBase64) {
            return Optional.empty();
        }
    }

    private Optional<SettlementBytes.OpenedReceipt> open(byte[] all) {
        try {
            byte[] id = Arrays.copyOf(all, ReceiptCipher.ID_BYTES);
            byte[] sealed = Arrays.copyOfRange(all, id.length, all.length);
            return Optional.of(SettlementBytes.read(ReceiptCipher.of(key, id).open(sealed)));
        } catch (GeneralSecurityException | IllegalArgumentException forgedOrOfAnotherVersion) {
            return Optional.empty();
        }
    }

    /** Returns the charge that fits for the first settlement of a text only. */
    private static Charge once(byte[] all) {
        String id = HexFormat.of().formatHex(all, 0, ReceiptCipher.ID_BYTES);
        return Charge.ofRule("receipt:" + id, "#", ONCE, 1).withOnFailure(OnFailure.CLOSED);
    }

    private CompletionStage<Settled> settleOnce(Answer answer, Settlement settlement, int status) {
        if (!answer.allowed()) {
            return CompletableFuture.completedStage(answer.degraded() ? Settled.UNAVAILABLE : Settled.ALREADY_SETTLED);
        }
        return settlement
                .settle(store, status)
                .thenApply(done -> Settled.SETTLED)
                .exceptionallyCompose(failure -> store.giveBack(answer.receipt())
                        .handle((done, again) -> null)
                        .thenCompose(done -> CompletableFuture.failedStage(failure)));
    }
}
