package io.weir.guard.challenge;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Lets each answer be checked once, by a marker in the store that is there before anything is asked, and bounds how many answers
 * are checked. An answer that was seen before takes nothing from these bounds.
 */
final class SpentAnswers {

    /** Twice as long as an answer of any provider is valid. */
    private static final Limit ONCE = Limit.tokenBucket(Rate.of(1, Duration.ofMinutes(10)));

    private static final Limit PER_ADDRESS = Limit.tokenBucket(Rate.perMinute(10));
    private static final Limit ALL = Limit.tokenBucket(Rate.perMinute(600));
    private static final int IPV6_PREFIX = 64;
    private static final String RULE = "#";

    private final Store store;

    SpentAnswers(Store store) {
        this.store = store;
    }

    /**
     * Whether an answer may be checked now.
     *
     * @param refusal why not; empty if it may
     * @param marker gives back the marker alone
     */
    record Spending(Optional<ChallengeOutcome> refusal, Receipt marker) {}

    /** Marks an answer whose check costs nothing. */
    CompletionStage<Spending> spend(String token) {
        return store.charge(List.of(marker(token))).thenApply(SpentAnswers::spending);
    }

    /** Marks an answer whose check is a call to others, which is counted for the address and in all. */
    CompletionStage<Spending> spendCall(String token, Optional<IpAddress> address) {
        String subject = address.map(known -> known.subject(IPV6_PREFIX)).orElse("unknown");
        List<Charge> charges = List.of(
                marker(token),
                Charge.ofRule("challenge-calls:ip:" + subject, RULE, PER_ADDRESS, 1),
                Charge.ofRule("challenge-calls:all", RULE, ALL, 1));
        return store.charge(charges).thenApply(SpentAnswers::spending);
    }

    private static Charge marker(String token) {
        return Charge.ofRule("challenge-answer:" + sha256(token), RULE, ONCE, 1);
    }

    private static Spending spending(Answer answer) {
        if (!answer.allowed()) {
            boolean isMarked = !answer.decisions().get(0).allowed();
            return new Spending(
                    Optional.of(isMarked ? ChallengeOutcome.REPLAYED : ChallengeOutcome.TOO_MANY), Receipt.EMPTY);
        }
        // The calls stay counted when a provider fails, or its failures would lift the bounds.
        List<Receipt.Taken> marker = new ArrayList<>(answer.receipt().redeem());
        marker.removeIf(taken -> taken.charge().limit() != ONCE);
        return new Spending(Optional.empty(), Receipt.of(marker));
    }

    /** Makes the answer one that was not seen before, because nothing was found out about it. */
    CompletionStage<Void> giveBack(Spending spending) {
        return store.giveBack(spending.marker());
    }

    private static String sha256(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
