package io.weir.guard.challenge;

import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A challenge that costs the sender some computing time, and needs no third party: a number is to be found with which the
 * SHA-256 of a puzzle begins with some zero bits. It makes automated requests more expensive, and does not tell people from
 * programs.
 *
 * <p>A puzzle is signed instead of stored, so that asking for challenges fills no memory. A right answer is marked in the store,
 * so that it passes once on all nodes. Puzzles are valid for five minutes, at the nodes with the same pepper.
 */
public final class ProofOfWork implements Challenge {

    /** The usual number of zero bits: 65,536 attempts on average, a fraction of a second in a browser. */
    public static final int USUAL_BITS = 16;

    private static final String WORD = "proof-of-work";
    private static final Duration VALID = Duration.ofMinutes(5);
    private static final int MOST_BITS = 28;
    private static final int MICROS = 1_000_000;
    private static final int RANDOM_BYTES = 16;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SpentAnswers spent;
    private final List<KeyedHash> keys;
    private final KeyedHash newest;
    private final TimeSource time;
    private final int bits;
    private final SecureRandom random = new SecureRandom();

    /** Creates a challenge of {@value #USUAL_BITS} bits. */
    public ProofOfWork(Pepper pepper, Store store, TimeSource time) {
        this(pepper, store, time, USUAL_BITS);
    }

    /** @param bits each more doubles the work; from 1 to 28 */
    public ProofOfWork(Pepper pepper, Store store, TimeSource time, int bits) {
        if (bits < 1 || bits > MOST_BITS) {
            throw new IllegalArgumentException("a proof of work has 1 to " + MOST_BITS + " bits, not " + bits
                    + "; write 16 for a fraction of a second");
        }
        this.spent = new SpentAnswers(store);
        this.keys = pepper.versions().stream()
                .map(version -> pepper.derive(version, WORD))
                .toList();
        this.newest = pepper.derive(pepper.newestVersion(), WORD);
        this.time = time;
        this.bits = bits;
    }

    /** Returns the script that solves puzzles: {@code solveWeirPuzzle(puzzle)} returns the answer. */
    public static String solverScript() {
        try (InputStream script = ProofOfWork.class.getResourceAsStream("proof-of-work.js")) {
            if (script == null) {
                throw new IllegalStateException("proof-of-work.js is missing beside its class");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public ChallengeOffer offer(String action) {
        byte[] salt = new byte[RANDOM_BYTES];
        random.nextBytes(salt);
        long endsSeconds = time.nowMicros() / MICROS + VALID.toSeconds();
        String puzzle = new Puzzle(bits, endsSeconds, action, BASE64.encodeToString(salt)).toString();
        return new ChallengeOffer(
                WORD, Optional.empty(), action, Optional.of(puzzle + "." + signature(newest, puzzle)));
    }

    private static String signature(KeyedHash key, String puzzle) {
        return BASE64.encodeToString(Arrays.copyOf(key.of(puzzle), RANDOM_BYTES));
    }

    /** Whatever is wrong without asking the store writes nothing into it. */
    @Override
    public CompletionStage<ChallengeOutcome> verify(ChallengeAnswer answer) {
        ChallengeOutcome outcome = Puzzle.read(answer.token())
                .map(solution -> judge(answer, solution))
                .orElse(ChallengeOutcome.INVALID);
        return outcome.passed()
                ? spent.spend(answer.token().substring(0, answer.token().lastIndexOf('.')))
                        .thenApply(spending -> spending.refusal().orElse(ChallengeOutcome.PASSED))
                        .exceptionally(failure -> ChallengeOutcome.PROVIDER_DOWN)
                : CompletableFuture.completedStage(outcome);
    }

    private ChallengeOutcome judge(ChallengeAnswer answer, Puzzle.Solution solution) {
        Puzzle puzzle = solution.puzzle();
        if (!isOurs(puzzle.toString(), solution.mac())) {
            return ChallengeOutcome.INVALID;
        }
        if (time.nowMicros() / MICROS >= puzzle.endsSeconds()) {
            return ChallengeOutcome.EXPIRED;
        }
        if (!answer.actions().contains(puzzle.action())) {
            return ChallengeOutcome.WRONG_ACTION;
        }
        return zeroBits(answer.token()) >= puzzle.bits() ? ChallengeOutcome.PASSED : ChallengeOutcome.INVALID;
    }

    private boolean isOurs(String puzzle, String mac) {
        byte[] given = mac.getBytes(StandardCharsets.US_ASCII);
        boolean ours = false;
        for (KeyedHash key : keys) {
            ours |= MessageDigest.isEqual(signature(key, puzzle).getBytes(StandardCharsets.US_ASCII), given);
        }
        return ours;
    }

    private static int zeroBits(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return Integer.numberOfLeadingZeros(ByteBuffer.wrap(digest).getInt());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
