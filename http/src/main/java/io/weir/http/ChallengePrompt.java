package io.weir.http;

import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import java.util.Optional;

/**
 * What a refusal says about the challenge that has to be passed.
 *
 * @param failed why the answer that came with the request was refused; empty if there was none
 */
public record ChallengePrompt(ChallengeOffer offer, Optional<ChallengeOutcome> failed) {}
