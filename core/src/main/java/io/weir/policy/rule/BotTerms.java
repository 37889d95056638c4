package io.weir.policy.rule;

import java.util.List;

/**
 * What a policy says to the classifier of bots.
 *
 * @param honeypots paths that no person asks for; a client that does is taken for a bot for a day
 * @param allowedAgents patterns of the User-Agent of own programs, such as {@code ShopApp/*}, which need not look like browsers
 */
public record BotTerms(List<PathPattern> honeypots, List<Glob> allowedAgents) {

    public static final BotTerms NONE = new BotTerms(List.of(), List.of());

    public BotTerms {
        honeypots = List.copyOf(honeypots);
        allowedAgents = List.copyOf(allowedAgents);
    }

    /** Returns whether this path is a trap. */
    public boolean isHoneypot(String path) {
        for (PathPattern each : honeypots) {
            if (each.matches(path)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this User-Agent is one of own programs, as far as it says so. */
    public boolean allows(String agent) {
        for (Glob each : allowedAgents) {
            if (each.matches(agent)) {
                return true;
            }
        }
        return false;
    }
}
