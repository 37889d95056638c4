package io.weir.live;

import io.weir.policy.Policy;
import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Keeps in force what a document says: asks its home every second whether there is another one. One that cannot be read
 * changes nothing. A home that has lost the document, or has an older one, is given this one's.
 */
public final class LivePolicy implements PolicySource {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());
    private static final long EVERY_MICROS = 1_000_000;
    private static final long MOST_SECONDS_AT_START = 5;

    /** A document that is in force. */
    private record Followed(Content content, PolicyDocument document, Policy written) {

        static final Followed NOTHING = new Followed(new Content(Stamp.NONE, ""), PolicyDocument.EMPTY, Policy.of());

        Stamp stamp() {
            return content.stamp();
        }
    }

    private final Following settings;
    private final Home home;
    private final Consumer<Policy> listener;
    private final Optional<FileHome> copy;

    private volatile Followed followed = Followed.NOTHING;
    private volatile Standing standing = Standing.NOTHING;

    // Guarded by this.
    private Stamp refused = Stamp.NONE;
    private Optional<String> refusal = Optional.empty();
    private Optional<String> absence = Optional.empty();
    private Optional<Instant> until = Optional.empty();
    private Runnable cancel = () -> {};
    private boolean closed;

    LivePolicy(Following settings, Consumer<Policy> listener) {
        this.settings = settings;
        this.home = settings.home();
        this.listener = listener;
        this.copy = settings.copyIn().map(FileHome::new);
    }

    @Override
    public Standing standing() {
        return standing;
    }

    /** Changes it, for all who follow the same document. */
    public PolicyEditor editor() {
        return new PolicyEditor(new PolicyWriter(settings, this));
    }

    /** What is followed; its stamp is what this process knows of. */
    PolicyDocument document() {
        return followed.document();
    }

    void start() {
        boolean governed = false;
        try {
            Optional<Content> found = home.read().toCompletableFuture().get(MOST_SECONDS_AT_START, TimeUnit.SECONDS);
            governed = found.isPresent() && adopt(found.get());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException away) {
            absent(away);
        }
        if (!governed) {
            beginAlone();
        }
        tick();
    }

    /** With the copy of what was followed last, or with the seed; whoever has none of this takes it over. */
    private void beginAlone() {
        Optional<Content> kept = copy.flatMap(LivePolicy::kept);
        try {
            if (kept.isPresent()) {
                take(kept.get());
                return;
            }
        } catch (IllegalArgumentException unusable) {
            LOG.log(Level.WARNING, "The copy in {0} cannot be used: {1}", copy.orElseThrow(), unusable.getMessage());
        }
        if (settings.seed().isEmpty()) {
            listener.accept(Policy.of());
        } else {
            take(seeded());
        }
    }

    private static Optional<Content> kept(FileHome copy) {
        try {
            return copy.read().toCompletableFuture().join();
        } catch (CompletionException unreadable) {
            LOG.log(Level.WARNING, "The copy in " + copy + " cannot be read", unreadable.getCause());
            return Optional.empty();
        }
    }

    private Content seeded() {
        PolicyContent content = new PolicyContent(settings.seed(), Switches.NONE);
        String change = Changes.line(Policy.of(), settings.written(content), Switches.NONE, Switches.NONE);
        Revision first =
                new Revision(1, settings.now(), "weir", change, Optional.of("there was no policy yet"), content);
        return DocumentText.content(PolicyDocument.EMPTY.with(first));
    }

    private void tick() {
        look().whenComplete((done, failure) -> {
            if (failure != null) {
                absent(failure);
            }
            later();
        });
    }

    private synchronized void later() {
        if (!closed) {
            // Not on the thread that keeps time: to read a policy may take long.
            cancel = settings.scheduler()
                    .schedule(EVERY_MICROS, () -> settings.scheduler().execute(this::tick));
        }
    }

    private CompletionStage<Void> look() {
        try {
            endOverrides();
            return home.stamp().thenComposeAsync(this::follow, settings.scheduler());
        } catch (RuntimeException failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    private CompletionStage<Void> follow(Stamp found) {
        Followed own = followed;
        if (!differs(found, own.stamp())) {
            return CompletableFuture.completedStage(null);
        }
        if (found.version() >= own.stamp().version()) {
            return home.read().thenAcceptAsync(content -> content.ifPresent(this::adopt), settings.scheduler());
        }
        return home.replaceOlder(own.stamp().version(), own.content().text()).thenAccept(replaced -> {
            if (replaced) {
                LOG.log(
                        Level.INFO,
                        "Put policy version {0} back into {1}, which had {2}",
                        own.stamp().version(),
                        home,
                        found.version() == 0 ? "none" : "version " + found.version());
            }
        });
    }

    private synchronized boolean differs(Stamp found, Stamp own) {
        absence = Optional.empty();
        if (found.equals(own)) {
            refused = Stamp.NONE;
            refusal = Optional.empty();
        }
        tellProblem();
        return !found.equals(own) && !(found.equals(refused) && !refused.equals(Stamp.NONE));
    }

    /** Says whether it is, or something newer. */
    synchronized boolean adopt(Content content) {
        boolean overtaken = content.stamp().version() < followed.stamp().version();
        if (overtaken || content.stamp().equals(followed.stamp())) {
            return true;
        }
        try {
            take(content);
        } catch (IllegalArgumentException unusable) {
            refused = content.stamp();
            String why = "version " + content.stamp().version() + " in " + home + " cannot be used: "
                    + unusable.getMessage();
            refusal = Optional.of(why);
            LOG.log(Level.WARNING, "The policy stays as it is: " + why);
            tellProblem();
            return false;
        }
        refused = Stamp.NONE;
        refusal = Optional.empty();
        absence = Optional.empty();
        tellProblem();
        return true;
    }

    private synchronized void take(Content content) {
        PolicyDocument document = DocumentText.document(content);
        followed = new Followed(content, document, settings.written(document.content()));
        putInForce();
        copy.ifPresent(this::keep);
    }

    private void keep(FileHome folder) {
        folder.write(followed.content().text()).whenComplete((written, failure) -> {
            if (failure != null) {
                LOG.log(Level.WARNING, "The policy cannot be kept in " + folder, failure);
            }
        });
    }

    private synchronized void endOverrides() {
        if (until.filter(end -> !settings.now().isBefore(end)).isPresent()) {
            putInForce();
        }
    }

    private void putInForce() {
        PolicyContent content = followed.document().content();
        EffectivePolicy effective = EffectivePolicy.of(followed.written(), content.switches(), settings.now());
        until = effective.until();
        listener.accept(effective.policy());
        standing =
                new Standing(followed.document(), content, effective.policy(), effective.ignored(), standing.problem());
    }

    private synchronized void absent(Throwable failure) {
        absence = Optional.of(home + " cannot be asked for the policy, so the last one goes on: "
                + UnavailableException.reason(failure));
        tellProblem();
    }

    private void tellProblem() {
        standing = standing.with(refusal.or(() -> absence));
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
