package io.weir.policy.challenge;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a page needs to show a challenge.
 *
 * @param provider such as {@code turnstile}
 * @param siteKey the public key of the site; empty if the provider has none
 * @param puzzle what the sender has to solve; empty if a script of the provider asks for it
 */
public record ChallengeOffer(String provider, Optional<String> siteKey, String action, Optional<String> puzzle) {

    private static final String END = "-challenge";
    private static final Pattern NOT_OF_ACTIONS = Pattern.compile("[^A-Za-z0-9_]");
    private static final int LONGEST_ACTION = 32;

    /**
     * Returns the action for which a rule asks for a challenge: its name in the characters that all providers take, without
     * {@code -challenge} and what follows. So {@code login-challenge} and {@code login-challenge-ip} ask for the same one.
     */
    public static String actionOf(String rule) {
        int end = rule.indexOf(END);
        String action =
                NOT_OF_ACTIONS.matcher(end > 0 ? rule.substring(0, end) : rule).replaceAll("_");
        return action.length() > LONGEST_ACTION ? action.substring(0, LONGEST_ACTION) : action;
    }
}
