package io.weir.service;

import io.weir.policy.rule.Mode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the policy comes from.
 *
 * @param policy a file or folder
 * @param source who owns the policy
 * @param dataDir where it is kept; if there is none, only as long as this process runs
 * @param unread whether the service is ready while its policy cannot be read
 * @param most the mode that no rule exceeds on this instance, whatever the policy says
 */
public record PolicySettings(Optional<Path> policy, Source source, Optional<Path> dataDir, IfUnread unread, Mode most) {

    public static final PolicySettings NONE = new PolicySettings(Optional.empty(), Source.DOCUMENT, Optional.empty());

    public PolicySettings(Optional<Path> policy, Source source, Optional<Path> dataDir) {
        this(policy, source, dataDir, IfUnread.NOT_READY, Mode.ENFORCE);
    }

    public PolicySettings with(IfUnread other) {
        return new PolicySettings(policy, source, dataDir, other, most);
    }

    public PolicySettings with(Mode other) {
        return new PolicySettings(policy, source, dataDir, unread, other);
    }

    /** What the readiness probe says while there is a policy that cannot be read, so that no rule is in force. */
    public enum IfUnread {
        NOT_READY,
        READY
    }

    /** Who owns a policy: whoever changes it, changes it there. */
    public enum Source {
        /** One that is changed by admin calls, for all instances on the same Redis; a file is what it begins with. */
        DOCUMENT,

        /** The file or folder, which is watched. */
        FILE
    }
}
