package io.weir.policy.challenge;

import io.weir.classify.IpAddress;
import java.util.Optional;
import java.util.Set;

/**
 * The answer of a sender to a challenge. Its text does not show the token.
 *
 * @param token as the sender sent it
 * @param actions the actions for which the answer may have been given
 * @param address of the sender
 */
public record ChallengeAnswer(String token, Set<String> actions, Optional<IpAddress> address) {

    public ChallengeAnswer {
        actions = Set.copyOf(actions);
    }

    public static ChallengeAnswer of(String token, String action) {
        return new ChallengeAnswer(token, Set.of(action), Optional.empty());
    }

    public ChallengeAnswer withAddress(IpAddress sender) {
        return new ChallengeAnswer(token, actions, Optional.of(sender));
    }

    @Override
    public String toString() {
        return "ChallengeAnswer[" + token.length() + " characters, actions " + actions + "]";
    }
}
