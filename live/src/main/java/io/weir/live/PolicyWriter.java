package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import io.weir.live.internal.DocumentJson;
import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writes new revisions. Of several concurrent writers one succeeds, and the others get a {@link ConflictException}.
 * Parsing runs on the scheduler, never on the thread that delivers a reply.
 */
final class PolicyWriter {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private final LivePolicyConfig config;
    private final Document document;
    private final LivePolicy live;

    PolicyWriter(LivePolicyConfig config, LivePolicy live) {
        this.config = config;
        this.document = config.document();
        this.live = live;
    }

    /** Applies an edit to the newest revision and writes the result, unless the edit changes nothing. */
    CompletionStage<Revision> change(Author author, Function<PolicyDraft, PolicyContent> edit) {
        return replace(author, draft -> edit.apply(draft.requireUsable()));
    }

    /** Does the same for an edit that replaces all files, which may also replace a text that cannot be used. */
    CompletionStage<Revision> replace(Author author, Function<PolicyDraft, PolicyContent> edit) {
        return orUnavailable(document.read(), "nothing was changed")
                .thenComposeAsync(stored -> change(stored, author, edit), config.scheduler());
    }

    /** Caps the mode of all rules in the document, or in this process only if the document cannot be written. */
    CompletionStage<Revision> switchAll(Author author, Mode most) {
        return change(
                        author,
                        draft -> draft.content().withRuntime(draft.runtime().withMode(most)))
                .thenApply(revision -> {
                    live.endLocalCap();
                    return revision;
                })
                .exceptionallyCompose(failure -> UnavailableException.cause(failure) instanceof UnavailableException
                        ? live.capLocally(author, most, UnavailableException.reason(failure))
                                .map(CompletableFuture::completedStage)
                                .orElseGet(() -> CompletableFuture.failedStage(failure))
                        : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<Revision> change(
            Optional<Content> stored, Author author, Function<PolicyDraft, PolicyContent> edit) {
        PolicyDraft draft = draft(stored);
        if (author.expected().isPresent() && author.expected().getAsLong() != draft.version()) {
            return CompletableFuture.failedStage(conflict(draft));
        }
        PolicyDocument before = draft.document();
        PolicyContent edited = edit.apply(draft);
        PolicyContent content = edited.withRuntime(edited.runtime().withoutExpired(draft.now()));
        Policy written = content.files().equals(before.content().files()) ? draft.written() : config.written(content);
        String change = PolicyChanges.line(draft.written(), written, draft.runtime(), content.runtime());
        boolean same = before.newest().isPresent() && content.equals(before.content());
        if (same && draft.unusable().isEmpty()) {
            return CompletableFuture.completedStage(before.newest().get());
        }
        Revision next = new Revision(draft.version() + 1, draft.now(), author.by(), change, author.reason(), content);
        LoadedDocument loaded = LoadedDocument.of(before.with(next), written);
        Stamp expected = stored.map(Content::stamp).orElse(Stamp.NONE);
        return orUnavailable(
                        document.replaceIf(
                                expected, next.number(), loaded.content().text()),
                        "check whether version " + next.number() + " exists, because it may have been written")
                .thenComposeAsync(won -> won ? won(loaded, next) : lost(), config.scheduler());
    }

    /**
     * Returns the stored document, or the last good one if the stored text was lost, is older or cannot be used here. A lost
     * or older text is replaced by this change, or by {@link LivePolicy} within a second.
     */
    private PolicyDraft draft(Optional<Content> stored) {
        LoadedDocument last = live.loaded();
        PolicyDraft lastGood = new PolicyDraft(
                last.document(), last.document().version(), last.written(), config.now(), Optional.empty());
        if (stored.isEmpty()
                || stored.get().stamp().version() < lastGood.version()
                || stored.get().equals(last.content())) {
            return lastGood;
        }
        long version = stored.get().stamp().version();
        PolicyDocument readable = last.document();
        try {
            // The document may be readable although its newest policy is not: then an older one can be restored.
            readable = DocumentJson.document(stored.get());
            Policy written = config.written(readable.content());
            return new PolicyDraft(readable, version, written, config.now(), Optional.empty());
        } catch (IllegalArgumentException unusable) {
            String why = "version " + version + " in " + document + " cannot be used here: " + unusable.getMessage();
            return new PolicyDraft(readable, version, last.written(), config.now(), Optional.of(why));
        }
    }

    private CompletionStage<Revision> won(LoadedDocument loaded, Revision next) {
        live.adopt(loaded);
        // The change itself is not logged: it may name a subject.
        LOG.log(Level.INFO, "Policy version {0} was written by {1}", next.number(), next.by());
        return CompletableFuture.completedStage(next);
    }

    private CompletionStage<Revision> lost() {
        return orUnavailable(document.read(), "nothing was changed")
                .thenComposeAsync(stored -> CompletableFuture.failedStage(conflict(draft(stored))), config.scheduler());
    }

    private static RuntimeException conflict(PolicyDraft present) {
        if (present.unusable().isPresent()) {
            return new IllegalArgumentException("nothing was changed, because another version was expected: "
                    + present.unusable().get());
        }
        return present.document()
                .newest()
                .<RuntimeException>map(ConflictException::new)
                .orElseGet(() -> new IllegalArgumentException("there is no policy yet, so no version can be expected"));
    }

    private <T> CompletionStage<T> orUnavailable(CompletionStage<T> answer, String consequence) {
        return answer.exceptionallyCompose(failure -> CompletableFuture.failedStage(new UnavailableException(
                document + " does not answer (" + UnavailableException.reason(failure) + "); " + consequence,
                failure)));
    }
}
