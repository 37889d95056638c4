package io.weir.live;

import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.live.revision.RuntimeSettings;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.read.OwnLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Changes a policy for all processes that follow its document. Thread-safe. Each change becomes a revision of its
 * own. If the returned stage fails, nothing was changed, and the failure is:
 *
 * <ul>
 * <li>a {@link ConflictException} if another author was faster,
 * <li>an {@link IllegalArgumentException}, such as an {@link io.weir.policyfile.InvalidPolicyException}, if it is
 * wrong,
 * <li>an {@link UnavailableException} if the document cannot be read or written at present.
 * </ul>
 */
public final class PolicyEditor {

    private static final int MOST_OVERRIDES = 100;

    private final PolicyWriter writer;

    PolicyEditor(PolicyWriter writer) {
        this.writer = writer;
    }

    /** Replaces the files, even those of a document that cannot be read; runtime settings are kept. */
    public CompletionStage<Revision> push(Author author, List<PolicyText> files) {
        return writer.replace(author, draft -> new PolicyContent(files, draft.runtime()));
    }

    /**
     * Restores the content of an earlier revision.
     *
     * @param to the number of that revision; if empty, the one before the newest
     */
    public CompletionStage<Revision> rollBack(Author author, OptionalLong to) {
        return writer.replace(author, draft -> {
            boolean isReadable = draft.version() == draft.document().version();
            return target((isReadable ? draft : draft.requireUsable()).document(), to)
                    .content();
        });
    }

    private static Revision target(PolicyDocument document, OptionalLong to) {
        Optional<Revision> target = to.isPresent() ? document.find(to.getAsLong()) : document.previous();
        return target.orElseThrow(() -> new IllegalArgumentException(
                to.isEmpty()
                        ? "there is no version before this one"
                        : "version " + to.getAsLong() + " is not kept; there are " + numbers(document)));
    }

    private static String numbers(PolicyDocument document) {
        return document.revisions().stream()
                .map(revision -> Long.toString(revision.number()))
                .collect(Collectors.joining(", "));
    }

    /**
     * Caps the mode of all rules; {@link Mode#OFF} is the kill switch, which always works. If the document cannot be
     * written, the cap applies to this process only. The returned revision then says so in its change, and is not part of
     * the history.
     */
    public CompletionStage<Revision> switchAll(Author author, Mode most) {
        return writer.switchAll(author, most);
    }

    /**
     * Sets the mode of one rule.
     *
     * @param mode empty to use the mode in the files again
     */
    public CompletionStage<Revision> switchRule(Author author, String rule, Optional<Mode> mode) {
        return writer.change(author, draft -> {
            if (mode.isPresent()) {
                new OwnLimits(draft.written()).rule(rule);
            }
            return draft.content().withRuntime(draft.runtime().withMode(rule, mode));
        });
    }

    /**
     * Gives one subject a limit of its own for a limited time, in place of an override that it may have for the same
     * rule.
     */
    public CompletionStage<Revision> override(Author author, SubjectOverride override) {
        return writer.change(author, draft -> {
            if (override.isExpired(draft.now())) {
                throw new IllegalArgumentException("until must be later than now, which is " + draft.now());
            }
            OwnLimits limits = new OwnLimits(draft.written());
            EffectivePolicy.addTo(limits, override);
            RuntimeSettings next = draft.runtime()
                    .withoutExpired(draft.now())
                    .withOverride(override.withSubject(
                            limits.subject(override.subject()).toString()));
            if (next.overrides().size() > MOST_OVERRIDES) {
                throw new IllegalArgumentException(
                        "there are already " + MOST_OVERRIDES + " overrides; end some, or write them into the policy");
            }
            return draft.content().withRuntime(next);
        });
    }

    /** Ends an override before it expires. */
    public CompletionStage<Revision> endOverride(Author author, String subject, Optional<String> rule) {
        return writer.change(author, draft -> {
            String named = new OwnLimits(draft.written()).subject(subject).toString();
            if (draft.runtime().overrides().stream().noneMatch(override -> override.isFor(named, rule))) {
                throw new IllegalArgumentException("there is no override of " + named
                        + rule.map(name -> " under " + name).orElse(""));
            }
            return draft.content().withRuntime(draft.runtime().withoutOverride(named, rule));
        });
    }
}
