package io.weir.policy.rule;

import java.util.List;
import java.util.Optional;

/**
 * What a policy says to the classifier of bots.
 *
 * @param honeypots paths that no person asks for; a client that does is taken for a bot for a day
 * @param allowedAgents patterns of the User-Agent of own programs, such as {@code ShopApp/*}, which need not look like browsers
 * @param honeypotFields fields of forms that people do not see; a client that fills one in is taken for a bot for a day
 */
public record BotTerms(List<PathPattern> honeypots, List<Glob> allowedAgents, List<HoneypotField> honeypotFields) {

    /**
     * A field of a form that people do not see, so that only a program fills it in.
     *
     * @param path to which the form is sent
     * @param name of the field
     */
    public record HoneypotField(PathPattern path, String name) {

        /** The fact of a request whose form has the field filled in: its name. */
        public static final String FACT = "honeypot";

        /** Returns whether requests like this one may have the field. */
        public boolean isExpectedIn(String method, String requested) {
            return !Match.READING.contains(method) && path.matches(requested);
        }
    }

    public static final BotTerms NONE = new BotTerms(List.of(), List.of());

    public BotTerms(List<PathPattern> honeypots, List<Glob> allowedAgents) {
        this(honeypots, allowedAgents, List.of());
    }

    public BotTerms {
        honeypotFields = List.copyOf(honeypotFields);
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

    public BotTerms withHoneypotFields(List<HoneypotField> fields) {
        return new BotTerms(honeypots, allowedAgents, fields);
    }

    /** Returns the field that must stay empty in a request like this one. */
    public Optional<HoneypotField> honeypotField(String method, String path) {
        for (HoneypotField each : honeypotFields) {
            if (each.isExpectedIn(method, path)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
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
