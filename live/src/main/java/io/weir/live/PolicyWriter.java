package io.weir.live;

import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
        return asked(home.read(), "nothing was changed")
                .thenComposeAsync(found -> change(found, author, edit), settings.scheduler());
    }

    private CompletionStage<Revision> change(
            Optional<Content> found, Author author, Function<Draft, PolicyContent> edit) {
        PolicyDocument before = newest(found);
        if (author.expected().isPresent() && author.expected().getAsLong() != before.version()) {
            return CompletableFuture.failedStage(conflict(before));
        }
        Draft draft = new Draft(before, settings.written(before.content()), settings.now());
        PolicyContent edited = edit.apply(draft);
        PolicyContent content = edited.with(edited.switches().withoutThoseOver(draft.now()));
        String change = Changes.line(draft.written(), settings.written(content), draft.switches(), content.switches());
        if (before.newest().isPresent() && content.equals(before.content())) {
            return CompletableFuture.completedStage(before.newest().get());
        }
        Revision next = new Revision(before.version() + 1, draft.now(), author.by(), change, author.reason(), content);
        Content written = DocumentText.content(before.with(next));
        Stamp expected = found.map(Content::stamp).orElse(Stamp.NONE);
        return asked(
                        home.replaceIf(expected, next.number(), written.text()),
                        "look whether version " + next.number() + " is there, for it may have been written")
                .thenComposeAsync(won -> won ? written(written, next) : overtaken(), settings.scheduler());
    }

    /** What the home has; or what it once had and has lost, which is put back with the next change at the latest. */
    private PolicyDocument newest(Optional<Content> found) {
        PolicyDocument own = live.document();
        if (found.isEmpty() || found.get().stamp().version() < own.version()) {
            return own;
        }
        try {
            return DocumentText.document(found.get());
        } catch (IllegalArgumentException unreadable) {
            throw new UnavailableException(
                    "nothing was changed, for what is in " + home + " cannot be read here: " + unreadable.getMessage(),
                    unreadable);
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
                .thenComposeAsync(
                        found -> CompletableFuture.failedStage(conflict(newest(found))), settings.scheduler());
    }

    private static RuntimeException conflict(PolicyDocument present) {
        return present.newest()
                .<RuntimeException>map(ConflictException::new)
                .orElseGet(() -> new IllegalArgumentException("there is no policy yet, so no version can be expected"));
    }

    private <T> CompletionStage<T> asked(CompletionStage<T> answer, String consequence) {
        return answer.exceptionallyCompose(failure -> CompletableFuture.failedStage(new UnavailableException(
                home + " does not answer (" + UnavailableException.reason(failure) + "); " + consequence, failure)));
    }
}
