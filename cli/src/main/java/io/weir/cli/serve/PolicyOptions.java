package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.live.PolicyStatus;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.service.PolicyFiles;
import io.weir.service.PolicySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the origin of the policy of {@code weir serve}. */
final class PolicyOptions extends WeirOptions {

    @Option(
            names = "--policy",
            paramLabel = "<file or folder>",
            description = "The policy to begin with, where there is none yet: a YAML file, or a folder of them.")
    private @Nullable Path policy;

    @Option(
            names = "--policy-source",
            paramLabel = "<owner>",
            defaultValue = "document",
            description =
                    "Who owns the policy: document (the default), which admin calls change for all instances on the"
                            + " same Redis, or file, where --policy is watched and nothing else changes it.")
    private PolicySettings.Source source = PolicySettings.Source.DOCUMENT;

    @Option(
            names = "--ready-without-policy",
            description = "Is ready, and limits nothing, even if there is a policy at the start that cannot be read.")
    private boolean readyWithoutPolicy;

    @Option(
            names = "--mode",
            paramLabel = "<mode>",
            defaultValue = "enforce",
            description = "What rules may do at most on this instance while it runs, whatever the policy says: enforce"
                    + " (the default), shadow, which counts and denies nothing, or off. It works while Redis is gone.")
    private Mode mode = Mode.ENFORCE;

    /** The settings, or an error that says which option is wrong and what is right. */
    PolicySettings settings(Optional<Path> dataDir) {
        if (policy == null && source == PolicySettings.Source.FILE) {
            throw wrong("--policy-source file needs the file: say which with --policy");
        }
        if (policy != null && !Files.exists(policy)) {
            throw wrong("--policy " + policy + " does not exist; name a YAML file, or a folder of them");
        }
        if (policy != null) {
            requireUsable(policy);
        }
        return new PolicySettings(Optional.ofNullable(policy), source, dataDir)
                .with(readyWithoutPolicy ? PolicySettings.IfUnread.READY : PolicySettings.IfUnread.NOT_READY)
                .with(mode);
    }

    private void requireUsable(Path given) {
        try {
            PolicyReader.create().read(given);
        } catch (InvalidPolicyException invalid) {
            throw wrong("--policy cannot be used:\n" + invalid.getMessage());
        } catch (IOException unreadable) {
            throw wrong("--policy " + given + " cannot be read: " + unreadable);
        }
    }

    /** The policy in force, in one line. */
    static String describe(PolicySettings settings, PolicyStatus status) {
        int count = status.policy().rules().size();
        String rules = count == 0 ? "no rules" : count == 1 ? "1 rule" : count + " rules";
        if (settings.most() != Mode.ENFORCE) {
            rules += ", all at most " + settings.most().name().toLowerCase(Locale.ROOT) + " because of --mode";
        }
        if (settings.source() == PolicySettings.Source.FILE) {
            return rules + ", as " + settings.policy().orElseThrow() + " says at any time";
        }
        String seed = settings.policy().isPresent() && status.document().version() > 1
                ? "; --policy was its beginning, weir policy push changes it"
                : "";
        return rules + ", version " + status.document().version() + seed;
    }

    /** A warning if the file of {@code --policy} is not in force, because a document already exists. */
    static Optional<String> ignored(PolicySettings settings, PolicyStatus status) {
        if (settings.source() == PolicySettings.Source.FILE || settings.policy().isEmpty()) {
            return Optional.empty();
        }
        Path given = settings.policy().get();
        try {
            if (PolicyFiles.read(given).equals(status.content().files())) {
                return Optional.empty();
            }
        } catch (IOException | InvalidPolicyException unreadable) {
            return Optional.empty();
        }
        return Optional.of("--policy " + given + " is not in force, because it differs from version "
                + status.document().version()
                + " of the policy, which was there before. To put it in force: weir policy"
                + " push " + given);
    }
}
