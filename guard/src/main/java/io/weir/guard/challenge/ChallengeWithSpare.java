package io.weir.guard.challenge;

import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import java.util.concurrent.CompletionStage;

/**
 * A CAPTCHA, with a proof of work in its place while the provider is down. Senders cannot choose the proof of work: its puzzles
 * are signed, and are offered only after the provider has failed again and again.
 */
public final class ChallengeWithSpare implements Challenge {

    private final Siteverify usual;
    private final ProofOfWork spare;

    public ChallengeWithSpare(Siteverify usual, ProofOfWork spare) {
        this.usual = usual;
        this.spare = spare;
    }

    @Override
    public ChallengeOffer offer(String action) {
        return (usual.isDown() ? spare : usual).offer(action);
    }

    @Override
    public CompletionStage<ChallengeOutcome> verify(ChallengeAnswer answer) {
        return (Puzzle.read(answer.token()).isPresent() ? spare : usual).verify(answer);
    }
}
