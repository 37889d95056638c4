package io.weir.guard.challenge;

import static io.weir.policy.challenge.ChallengeOutcome.EXPIRED;
import static io.weir.policy.challenge.ChallengeOutcome.INVALID;
import static io.weir.policy.challenge.ChallengeOutcome.PASSED;
import static io.weir.policy.challenge.ChallengeOutcome.REPLAYED;
import static io.weir.policy.challenge.ChallengeOutcome.WRONG_ACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.guard.secret.Pepper;
import io.weir.memory.MemoryStore;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Store;
import io.weir.testkit.captcha.FakeProvider;
import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.captcha.ReplyFault;
import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class ProofOfWorkTest {

    private static final int FEW_BITS = 8;

    private final ManualTime time = ManualTime.create();
    private final Store store = new MemoryStore(time);
    private final Pepper pepper = Pepper.parse("11".repeat(32));
    private final ProofOfWork proof = new ProofOfWork(pepper, store, time, FEW_BITS);

    private String puzzle(String action) {
        return proof.offer(action).puzzle().orElseThrow();
    }

    private static ChallengeOutcome verify(Challenge challenge, String token) {
        return challenge
                .verify(ChallengeAnswer.of(token, "login"))
                .toCompletableFuture()
                .join();
    }

    private static Stream<String> solutions(String puzzle, int bits) {
        return LongStream.range(0, 1 << 24)
                .mapToObj(number -> puzzle + "." + number)
                .filter(answer -> startsWithZeroBits(answer, bits));
    }

    private static String solved(String puzzle) {
        return solutions(puzzle, FEW_BITS).findFirst().orElseThrow();
    }

    private static boolean startsWithZeroBits(String text, int bits) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, digest).bitLength() <= 256 - bits;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Test
    void aSolvedPuzzlePassesOnceOnAllNodes() {
        String answer = solved(puzzle("login"));
        ProofOfWork elsewhere = new ProofOfWork(pepper, store, time, FEW_BITS);
        assertThat(verify(proof, answer)).isEqualTo(PASSED);
        assertThat(verify(proof, answer)).isEqualTo(REPLAYED);
        assertThat(verify(elsewhere, answer)).isEqualTo(REPLAYED);
    }

    @Test
    void aPuzzleWithTwoSolutionsPassesOnce() {
        var solutions = solutions(puzzle("login"), FEW_BITS).limit(2).toList();
        assertThat(verify(proof, solutions.get(0))).isEqualTo(PASSED);
        assertThat(verify(proof, solutions.get(1))).isEqualTo(REPLAYED);
    }

    @Test
    void aWrongNumberIsInvalidAndDoesNotSpendThePuzzle() {
        String puzzle = puzzle("login");
        String wrong = LongStream.range(0, 1_000)
                .mapToObj(number -> puzzle + "." + number)
                .filter(answer -> !startsWithZeroBits(answer, FEW_BITS))
                .findFirst()
                .orElseThrow();
        assertThat(verify(proof, wrong)).isEqualTo(INVALID);
        assertThat(verify(proof, solved(puzzle))).isEqualTo(PASSED);
    }

    @Test
    void aPuzzleIsValidForFiveMinutes() {
        String inTime = solved(puzzle("login"));
        String late = solved(puzzle("login"));
        time.advance(Duration.ofSeconds(299));
        assertThat(verify(proof, inTime)).isEqualTo(PASSED);
        time.advance(Duration.ofSeconds(1));
        assertThat(verify(proof, late)).isEqualTo(EXPIRED);
    }

    @Test
    void anAnswerForAnotherActionIsRefused() {
        assertThat(verify(proof, solved(puzzle("search")))).isEqualTo(WRONG_ACTION);
    }

    @Test
    void nothingInAPuzzleCanBeChanged() {
        String puzzle = puzzle("login");
        assertThat(Stream.of(
                                puzzle.replace("weir1.8.", "weir1.1."),
                                puzzle.replace(".login.", ".search."),
                                puzzle.replaceFirst("\\.[0-9]{10}\\.", ".9999999999."),
                                puzzle.substring(0, puzzle.length() - 1) + "!",
                                "weir1.1.9999999999.login." + "A".repeat(22) + "." + "A".repeat(22))
                        .map(changed -> verify(
                                proof, solutions(changed, FEW_BITS).findFirst().orElseThrow())))
                .containsOnly(INVALID);
    }

    @Test
    void aPuzzleOfAnInstallationWithAnotherPepperIsInvalid() {
        ProofOfWork other = new ProofOfWork(Pepper.parse("22".repeat(32)), store, time, FEW_BITS);
        assertThat(verify(other, solved(puzzle("login")))).isEqualTo(INVALID);
    }

    @Test
    void aPuzzleSurvivesANewPepper() {
        Pepper both = Pepper.parse("v1:" + "11".repeat(32) + ",v2:" + "22".repeat(32));
        ProofOfWork upgraded = new ProofOfWork(both, store, time, FEW_BITS);
        assertThat(verify(upgraded, solved(puzzle("login")))).isEqualTo(PASSED);
    }

    @Test
    void textsThatAreNoAnswersAreInvalid() {
        assertThat(Stream.of("", "weir1", "weir1.8.1.login..", "x".repeat(8_192), "weir1.8.1.login.a.b.1\n")
                        .map(text -> verify(proof, text)))
                .containsOnly(INVALID);
    }

    @Test
    void theNumberOfBitsHasBounds() {
        assertThatThrownBy(() -> new ProofOfWork(pepper, store, time, 29))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 28 bits");
    }

    @Test
    void theScriptSolvesPuzzles() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node"))),
                "node is not installed");
        String puzzle = puzzle("login");
        String script = ProofOfWork.solverScript() + "; process.stdout.write(solveWeirPuzzle('" + puzzle + "'));";
        Process node = new ProcessBuilder("node", "-e", script).start();
        String answer = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor()).isZero();
        assertThat(verify(proof, answer)).isEqualTo(PASSED);
    }

    @Test
    void itIsOfferedInPlaceOfAProviderThatIsDown() {
        try (FakeSiteverify fake = FakeSiteverify.start(FakeProvider.RECAPTCHA, time)) {
            SiteverifyConfig config = SiteverifyConfig.of(
                            CaptchaProvider.RECAPTCHA, FakeSiteverify.SITE_KEY, FakeSiteverify.SECRET)
                    .withUrl(fake.url());
            Challenge both = new ChallengeWithSpare(new Siteverify(config, store, time), proof);
            assertThat(both.offer("login").provider()).isEqualTo("recaptcha");

            fake.breakReplies(ReplyFault.STATUS_500);
            Stream.generate(() -> "any").limit(5).forEach(token -> verify(both, token));

            ChallengeOffer offer = both.offer("login");
            assertThat(offer.provider()).isEqualTo("proof-of-work");
            assertThat(verify(both, solved(offer.puzzle().orElseThrow()))).isEqualTo(PASSED);

            fake.breakReplies(ReplyFault.NONE);
            time.advance(Duration.ofSeconds(5));
            assertThat(verify(both, fake.solve(SolvedCaptcha.of("login")))).isEqualTo(PASSED);
            assertThat(both.offer("login").provider()).isEqualTo("recaptcha");
        }
    }
}
