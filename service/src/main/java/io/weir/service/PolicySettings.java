package io.weir.service;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the policy comes from.
 *
 * @param policy a file or folder
 * @param source who owns the policy
 * @param dataDir where it is kept; if there is none, only as long as this process runs
 * @param unread whether the service is ready while its policy cannot be read
 */
record PolicySettings(Optional<Path> policy, Source source, Optional<Path> dataDir, IfUnread unread) {

    static final PolicySettings NONE = new PolicySettings(Optional.empty(), Source.DOCUMENT, Optional.empty());

    PolicySettings(Optional<Path> policy, Source source, Optional<Path> dataDir) {
        this(policy, source, dataDir, IfUnread.NOT_READY);
    }

    PolicySettings with(IfUnread other) {
        return new PolicySettings(policy, source, dataDir, other);
    }

    /** What the readiness probe says while there is a policy that cannot be read, so that no rule is in force. */
    enum IfUnread {
        NOT_READY,
        READY
    }

    /** Who owns a policy: whoever changes it, changes it there. */
    enum Source {
        /** One that is changed by admin calls, for all instances on the same Redis; a file is what it begins with. */
        DOCUMENT,

        /** The file or folder, which is watched. */
        FILE
    }
}
