package io.weir.live;

import io.weir.policy.Mode;
import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Writes new revisions. Of those who do so at once, one succeeds and the others are told. What takes long is done by the
 * scheduler, never on the thread that brings an answer.
 */
final class PolicyWriter {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private final Following settings;
    private final Home home;
    private final LivePolicy live;

    PolicyWriter(Following settings, LivePolicy live) {
        this.settings = settings;
        this.home = settings.home();
        this.live = live;
    }

    /** Writes what the edit makes of the newest; what is the same as before is not written. */
    CompletionStage<Revision> change(Author author, Function<Draft, PolicyContent> edit) {
        return replace(author, draft -> edit.apply(draft.requireUsable()));
    }

    /** The same for an edit that replaces all texts, and so may also replace a document that cannot be used. */
    CompletionStage<Revision> replace(Author author, Function<Draft, PolicyContent> edit) {
        return asked(home.read(), "nothing was changed")
                .thenComposeAsync(found -> change(found, author, edit), settings.scheduler());
    }

    /** Sets the mode of all rules in the document, or at least in this process if the document cannot be written. */
    CompletionStage<Revision> switchAll(Author author, Mode most) {
        return change(author, draft -> draft.content().with(draft.switches().withMode(most)))
                .thenApply(revision -> {
                    live.endSwitchHere();
                    return revision;
                })
                .exceptionallyCompose(failure -> unwrapped(failure) instanceof UnavailableException
                        ? live.switchHere(author, most, UnavailableException.reason(failure))
                                .map(CompletableFuture::completedStage)
                                .orElseGet(() -> CompletableFuture.failedStage(failure))
                        : CompletableFuture.failedStage(failure));
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private CompletionStage<Revision> change(
            Optional<Content> found, Author author, Function<Draft, PolicyContent> edit) {
        Draft draft = draft(found);
        if (author.expected().isPresent() && author.expected().getAsLong() != draft.version()) {
            return CompletableFuture.failedStage(conflict(draft));
        }
        PolicyDocument before = draft.document();
        PolicyContent edited = edit.apply(draft);
        PolicyContent content = edited.with(edited.switches().withoutThoseOver(draft.now()));
        String change = Changes.line(draft.written(), settings.written(content), draft.switches(), content.switches());
        boolean same = before.newest().isPresent() && content.equals(before.content());
        if (same && draft.unusable().isEmpty()) {
            return CompletableFuture.completedStage(before.newest().get());
        }
        Revision next = new Revision(draft.version() + 1, draft.now(), author.by(), change, author.reason(), content);
        Content written = DocumentText.content(before.with(next));
        Stamp expected = found.map(Content::stamp).orElse(Stamp.NONE);
        return asked(
                        home.replaceIf(expected, next.number(), written.text()),
                        "look whether version " + next.number() + " is there, for it may have been written")
                .thenComposeAsync(won -> won ? written(written, next) : overtaken(), settings.scheduler());
    }

    /**
     * The document in the home; or the last good one if the home has lost it, which is put back with the next change at the
     * latest, or has one that cannot be used here.
     */
    private Draft draft(Optional<Content> found) {
        PolicyDocument document = live.document();
        if (found.isEmpty() || found.get().stamp().version() < document.version()) {
            return new Draft(document, document.version(), live.written(), settings.now(), Optional.empty());
        }
        long version = found.get().stamp().version();
        try {
            document = DocumentText.document(found.get());
            return new Draft(document, version, settings.written(document.content()), settings.now(), Optional.empty());
        } catch (IllegalArgumentException unusable) {
            String why = "version " + version + " in " + home + " cannot be used here: " + unusable.getMessage();
            return new Draft(document, version, live.written(), settings.now(), Optional.of(why));
        }
    }

    private CompletionStage<Revision> written(Content content, Revision next) {
        live.adopt(content);
        // Not what has changed: that may name somebody who is limited.
        LOG.log(Level.INFO, "Policy version {0} was written by {1}", next.number(), next.by());
        return CompletableFuture.completedStage(next);
    }

    private CompletionStage<Revision> overtaken() {
        return asked(home.read(), "nothing was changed")
                .thenComposeAsync(found -> CompletableFuture.failedStage(conflict(draft(found))), settings.scheduler());
    }

    private static RuntimeException conflict(Draft present) {
        if (present.unusable().isPresent()) {
            return new IllegalArgumentException("nothing was changed, for another version was expected: "
                    + present.unusable().get());
        }
        return present.document()
                .newest()
                .<RuntimeException>map(ConflictException::new)
                .orElseGet(() -> new IllegalArgumentException("there is no policy yet, so no version can be expected"));
    }

    private <T> CompletionStage<T> asked(CompletionStage<T> answer, String consequence) {
        return answer.exceptionallyCompose(failure -> CompletableFuture.failedStage(new UnavailableException(
                home + " does not answer (" + UnavailableException.reason(failure) + "); " + consequence, failure)));
    }
}
