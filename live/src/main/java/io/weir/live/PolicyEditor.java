package io.weir.live;

import io.weir.policy.Mode;
import io.weir.policyfile.OwnLimits;
import io.weir.policyfile.PolicyText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Changes a policy for all who follow it. Each change is a revision of its own, and comes to nothing with
 *
 * <ul>
 *   <li>a {@link ConflictException} if somebody else was faster,
 *   <li>an {@link IllegalArgumentException}, such as an {@link io.weir.policyfile.InvalidPolicyException}, if it is wrong,
 *   <li>an {@link UnavailableException} if nobody can be asked at present.
 * </ul>
 */
public final class PolicyEditor {

    private static final int MOST_OVERRIDES = 100;

    private final PolicyWriter writer;

    PolicyEditor(PolicyWriter writer) {
        this.writer = writer;
    }

    /** Replaces the texts, also those of a document that cannot be read; what is set beside them stays. */
    public CompletionStage<Revision> push(Author author, List<PolicyText> files) {
        return writer.replace(author, draft -> new PolicyContent(files, draft.switches()));
    }

    /** Makes all as it was in that revision, or in the one before the newest. */
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
     * Sets the most that any rule may do: {@link Mode#OFF} is the kill switch, which always works. If the document cannot be
     * written, it works in this process only, which the change in the returned revision says; that revision is in no history.
     */
    public CompletionStage<Revision> switchAll(Author author, Mode most) {
        return writer.switchAll(author, most);
    }

    /** Sets what one rule does, or leaves that to the texts again. */
    public CompletionStage<Revision> switchRule(Author author, String rule, Optional<Mode> mode) {
        return writer.change(author, draft -> {
            if (mode.isPresent()) {
                new OwnLimits(draft.written()).rule(rule);
            }
            return draft.content().with(draft.switches().withMode(rule, mode));
        });
    }

    /** Gives one subject a limit of its own for a while, instead of one that it may have had. */
    public CompletionStage<Revision> override(Author author, SubjectOverride override) {
        return writer.change(author, draft -> {
            if (override.isOver(draft.now())) {
                throw new IllegalArgumentException("until must be later than now, which is " + draft.now());
            }
            OwnLimits limits = new OwnLimits(draft.written());
            EffectivePolicy.addTo(limits, override);
            Switches next = draft.switches()
                    .withoutThoseOver(draft.now())
                    .withOverride(override.of(limits.subject(override.subject()).toString()));
            if (next.overrides().size() > MOST_OVERRIDES) {
                throw new IllegalArgumentException(
                        "there are " + MOST_OVERRIDES + " overrides already; end some, or write them into the policy");
            }
            return draft.content().with(next);
        });
    }

    /** Ends an override before its time. */
    public CompletionStage<Revision> endOverride(Author author, String subject, Optional<String> rule) {
        return writer.change(author, draft -> {
            String named = new OwnLimits(draft.written()).subject(subject).toString();
            if (draft.switches().overrides().stream().noneMatch(override -> override.isFor(named, rule))) {
                throw new IllegalArgumentException("there is no override of " + named
                        + rule.map(name -> " under " + name).orElse(""));
            }
            return draft.content().with(draft.switches().withoutOverride(named, rule));
        });
    }
}
