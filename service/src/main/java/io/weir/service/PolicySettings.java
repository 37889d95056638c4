package io.weir.service;

import io.weir.policy.rule.Mode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The origin of the policy.
 *
 * @param policy a file or folder
 * @param source who owns the policy
 * @param dataDir the folder that keeps the policy; without one, the policy is lost when this process ends
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

    /** The answer of the readiness probe while the policy cannot be read, so that no rule is in force. */
    public enum IfUnread {
        NOT_READY,
        READY
    }

    /** The owner of the policy: the place where it is changed. */
    public enum Source {
        /** A document that admin calls change, for all instances on the same Redis; a file is its first version. */
        DOCUMENT,

        /** The file or folder, which is watched for changes. */
        FILE
    }
}
