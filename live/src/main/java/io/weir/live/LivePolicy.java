package io.weir.live;

import io.weir.policy.Mode;
import io.weir.policy.Policy;
import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
    private volatile Reloads reloads = Reloads.NONE;
    private volatile boolean unread;

    // Guarded by this.
    private final Trouble trouble;
    private Optional<Instant> until = Optional.empty();
    private Optional<Mode> here = Optional.empty();
    private boolean foundNone;
    private Runnable cancel = () -> {};
    private boolean begun;
    private boolean closed;

    LivePolicy(Following settings, Consumer<Policy> listener) {
        this.settings = settings;
        this.home = settings.home();
        this.listener = listener;
        this.copy = settings.copyIn().map(FileHome::new);
        this.trouble = new Trouble(home);
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public Reloads reloads() {
        return reloads;
    }

    @Override
    public boolean isUnread() {
        return unread;
    }

    /** Changes it, for all who follow the same document. */
    public PolicyEditor editor() {
        return new PolicyEditor(new PolicyWriter(settings, this));
    }

    /** What is followed; its stamp is what this process knows of. */
    PolicyDocument document() {
        return followed.document();
    }

    /** The last good policy, without what is set beside its texts. */
    Policy written() {
        return followed.written();
    }

    void start() {
        boolean governed = false;
        try {
            Optional<Content> found = home.read().toCompletableFuture().get(MOST_SECONDS_AT_START, TimeUnit.SECONDS);
            foundNone = found.isEmpty();
            governed = found.isPresent() && adopt(found.get());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException away) {
            absent(away);
        }
        if (!governed) {
            Beginning.of(settings, copy).ifPresentOrElse(this::take, this::fallBack);
        }
        begin();
    }

    private void begin() {
        synchronized (this) {
            begun = true;
        }
        tick();
    }

    private synchronized void fallBack() {
        boolean isUnreadFile = home instanceof FileHome file && file.exists();
        if (isUnreadFile || copy.filter(FileHome::exists).isPresent()) {
            unread = true;
        }
        if (unread) {
            LOG.log(
                    Level.ERROR,
                    "No rule is in force, for the policy in {0} cannot be read: push one (weir policy push), or repair it",
                    home);
        }
        putFallbackInForce();
    }

    private void putFallbackInForce() {
        Policy fallback = capped(settings.fallback());
        listener.accept(fallback);
        standing = Standing.of(fallback).with(problem());
    }

    /**
     * Caps the mode of all rules in this process only, until the next version of the document is in force. Nothing is done,
     * and nothing returned, if that cannot bring about the mode: without its home the document cannot be made stricter.
     */
    synchronized Optional<Revision> switchHere(Author author, Mode most, String why) {
        if (most != Mode.OFF && here.isEmpty()) {
            return Optional.empty();
        }
        here = Optional.of(most);
        putAgainInForce();
        String change = "all rules at most " + most.name().toLowerCase(Locale.ROOT)
                + " on this instance only. The document: " + why;
        LOG.log(Level.WARNING, "Mode {0} was set on this instance only by {1}", most, author.by());
        return Optional.of(new Revision(
                document().version(),
                settings.now(),
                author.by(),
                change,
                author.reason(),
                document().content()));
    }

    /** The document decides again. */
    synchronized void endSwitchHere() {
        if (here.isPresent()) {
            here = Optional.empty();
            putAgainInForce();
        }
    }

    private void putAgainInForce() {
        if (followed == Followed.NOTHING) {
            putFallbackInForce();
        } else {
            putInForce();
        }
        tellTrouble();
    }

    private Policy capped(Policy policy) {
        return here.map(most -> policy.withMode(policy.mode().and(most))).orElse(policy);
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
                        "Put policy version {0} into {1}, which had {2}",
                        own.stamp().version(),
                        home,
                        found.version() == 0 ? "none" : "version " + found.version());
            }
        });
    }

    private synchronized boolean differs(Stamp found, Stamp own) {
        trouble.present();
        if (found.equals(own)) {
            trouble.over();
        }
        tellTrouble();
        return !found.equals(own) && !trouble.isRefused(found);
    }

    /** Says whether it is in force now, or something newer. */
    synchronized boolean adopt(Content content) {
        boolean overtaken = content.stamp().version() < followed.stamp().version();
        if (overtaken || content.stamp().equals(followed.stamp())) {
            return true;
        }
        boolean usable = true;
        try {
            take(content);
            trouble.over();
        } catch (IllegalArgumentException why) {
            usable = false;
            unread |= followed == Followed.NOTHING && !foundNone;
            reloads = reloads.withOneFailed();
            trouble.refuse(content.stamp(), why);
        }
        tellTrouble();
        return usable;
    }

    private synchronized void take(Content content) {
        PolicyDocument document = DocumentText.document(content);
        followed = new Followed(content, document, settings.written(document.content()));
        unread = false;
        here = Optional.empty();
        putInForce();
        reloads = begun ? reloads.withOneMore() : reloads;
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
        Policy policy = capped(effective.policy());
        listener.accept(policy);
        standing = new Standing(followed.document(), content, policy, effective.ignored(), standing.problem());
    }

    private synchronized void absent(Throwable failure) {
        trouble.absent(failure);
        tellTrouble();
    }

    private void tellTrouble() {
        standing = standing.with(problem());
    }

    private Optional<String> problem() {
        Optional<String> switched = here.filter(most -> most != Mode.ENFORCE)
                .map(most -> "all rules are at most " + most.name().toLowerCase(Locale.ROOT)
                        + " on this instance only, until the next version");
        return Stream.of(switched, trouble.text()).flatMap(Optional::stream).reduce((one, other) -> one + "; " + other);
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
