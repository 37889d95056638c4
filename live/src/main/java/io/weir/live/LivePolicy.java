package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Keeps the policy of a document in force: it compares the document's stamp every second and loads a text that
 * changed. A text that cannot be used changes nothing. If the document has lost its text, or has an older one, this
 * process writes its own.
 */
public final class LivePolicy implements FollowedPolicy {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());
    private static final long EVERY_MICROS = 1_000_000;
    private static final long MOST_SECONDS_AT_START = 5;

    private final LivePolicyConfig config;
    private final Document document;
    private final Consumer<Policy> listener;
    private final Optional<FileDocument> copy;
    private final StartMode startMode;

    private volatile LoadedDocument loaded = LoadedDocument.NONE;
    private volatile PolicyStatus status = PolicyStatus.NONE;
    private volatile ReloadCounts reloads = ReloadCounts.NONE;
    private volatile boolean unread;

    // Guarded by this.
    private final FollowProblem problem;
    private Optional<Instant> until = Optional.empty();
    private Optional<Mode> localCap = Optional.empty();
    private boolean foundNone;
    private Runnable cancel = () -> {};
    private boolean started;
    private boolean closed;

    private LivePolicy(LivePolicyConfig config, Consumer<Policy> listener) {
        this.config = config;
        this.document = config.document();
        this.listener = listener;
        this.copy = config.copyIn().map(FileDocument::new);
        this.startMode = new StartMode(config.most());
        this.problem = new FollowProblem(document);
    }

    /**
     * Starts to follow a document. A policy is in force when this method returns; it waits up to five seconds for the
     * document.
     *
     * @param listener receives every policy that comes into force, one after the other
     */
    public static LivePolicy start(LivePolicyConfig config, Consumer<Policy> listener) {
        LivePolicy live = new LivePolicy(config, listener);
        live.start();
        return live;
    }

    @Override
    public PolicyStatus status() {
        return status;
    }

    @Override
    public ReloadCounts reloads() {
        return reloads;
    }

    @Override
    public boolean isUnread() {
        return unread;
    }

    /** Returns an editor that changes the policy for all processes that follow the same document. */
    public PolicyEditor editor() {
        return new PolicyEditor(new PolicyWriter(config, this));
    }

    /** Returns the last good document. */
    LoadedDocument loaded() {
        return loaded;
    }

    private void start() {
        boolean inForce = false;
        try {
            Optional<Content> found =
                    document.read().toCompletableFuture().get(MOST_SECONDS_AT_START, TimeUnit.SECONDS);
            foundNone = found.isEmpty();
            inForce = found.isPresent() && adopt(found.get());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException unavailable) {
            reportUnavailable(unavailable);
        }
        if (!inForce) {
            InitialDocument.find(config, copy).ifPresentOrElse(this::put, this::fallBack);
        }
        synchronized (this) {
            started = true;
        }
        poll();
    }

    private synchronized void fallBack() {
        boolean isUnreadFile = document instanceof FileDocument file && file.exists();
        if (isUnreadFile || copy.filter(FileDocument::exists).isPresent()) {
            unread = true;
        }
        if (unread) {
            LOG.log(
                    Level.ERROR,
                    "No rule is in force, because the policy in {0} cannot be read: push one (weir policy push), or repair it",
                    document);
        }
        putFallbackInForce();
    }

    private void putFallbackInForce() {
        Policy fallback = capped(config.fallback());
        Policy policy = startMode.cap(fallback);
        listener.accept(policy);
        List<String> ignored = startMode.explain(fallback, List.of());
        status = new PolicyStatus(PolicyDocument.EMPTY, PolicyContent.EMPTY, policy, ignored, problemText());
    }

    /**
     * Caps the mode of all rules in this process only, until the next version of the document is in force. Returns
     * nothing and does nothing if a cap cannot lead to the requested mode, because a local cap never makes the document
     * stricter.
     */
    synchronized Optional<Revision> capLocally(Author author, Mode most, String why) {
        if (most != Mode.OFF && localCap.isEmpty()) {
            return Optional.empty();
        }
        localCap = Optional.of(most);
        refresh();
        String change = "all rules at most " + most.word() + " on this instance only. The document: " + why;
        LOG.log(Level.WARNING, "Mode {0} was set on this instance only by {1}", most, author.by());
        return Optional.of(new Revision(
                loaded.document().version(),
                config.now(),
                author.by(),
                change,
                author.reason(),
                loaded.document().content()));
    }

    /** Removes the local cap, so that the document alone decides again. */
    synchronized void endLocalCap() {
        if (localCap.isPresent()) {
            localCap = Optional.empty();
            refresh();
        }
    }

    private void refresh() {
        if (loaded == LoadedDocument.NONE) {
            putFallbackInForce();
        } else {
            putInForce();
        }
        updateProblem();
    }

    private Policy capped(Policy policy) {
        return localCap.map(most -> policy.withMode(policy.mode().and(most))).orElse(policy);
    }

    private void poll() {
        compare().whenComplete((done, failure) -> {
            if (failure != null) {
                reportUnavailable(failure);
            }
            scheduleNextPoll();
        });
    }

    private synchronized void scheduleNextPoll() {
        if (!closed) {
            // Parsing a policy may take long, so it does not run on the timer's thread.
            cancel = config.scheduler()
                    .schedule(EVERY_MICROS, () -> config.scheduler().execute(this::poll));
        }
    }

    private CompletionStage<Void> compare() {
        try {
            endExpiredOverrides();
            return document.stamp().thenComposeAsync(this::follow, config.scheduler());
        } catch (RuntimeException failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    private CompletionStage<Void> follow(Stamp found) {
        LoadedDocument own = loaded;
        if (!isToBeRead(found, own.stamp())) {
            return CompletableFuture.completedStage(null);
        }
        if (found.version() >= own.stamp().version()) {
            return document.read().thenAcceptAsync(content -> content.ifPresent(this::adopt), config.scheduler());
        }
        return document.replaceOlder(own.stamp().version(), own.content().text())
                .thenAccept(replaced -> {
                    if (replaced) {
                        LOG.log(
                                Level.INFO,
                                "Put policy version {0} into {1}, which had {2}",
                                own.stamp().version(),
                                document,
                                found.version() == 0 ? "none" : "version " + found.version());
                    }
                });
    }

    private synchronized boolean isToBeRead(Stamp found, Stamp own) {
        problem.available();
        if (found.equals(own)) {
            problem.solved();
        }
        updateProblem();
        return !found.equals(own) && !problem.isRefused(found);
    }

    /** Puts a text in force unless it is older than the one in force; returns false if it cannot be used. */
    synchronized boolean adopt(Content content) {
        return adopt(content.stamp(), () -> LoadedDocument.parse(content, config));
    }

    /** Puts a document in force that this process has just written, unless it is older than the one in force. */
    synchronized boolean adopt(LoadedDocument written) {
        return adopt(written.stamp(), () -> written);
    }

    private boolean adopt(Stamp stamp, Supplier<LoadedDocument> parsing) {
        boolean isOlder = stamp.version() < loaded.stamp().version();
        if (isOlder || stamp.equals(loaded.stamp())) {
            return true;
        }
        boolean usable = true;
        try {
            put(parsing.get());
            problem.solved();
        } catch (IllegalArgumentException why) {
            usable = false;
            unread |= loaded == LoadedDocument.NONE && !foundNone;
            reloads = reloads.withOneFailed();
            problem.refuse(stamp, why);
        }
        updateProblem();
        return usable;
    }

    private synchronized void put(LoadedDocument next) {
        loaded = next;
        unread = false;
        localCap = Optional.empty();
        putInForce();
        reloads = started ? reloads.withOneMore() : reloads;
        copy.ifPresent(this::keep);
    }

    private void keep(FileDocument file) {
        file.write(loaded.content().text()).whenComplete((written, failure) -> {
            if (failure != null) {
                LOG.log(Level.WARNING, "The copy of the policy cannot be written to " + file, failure);
            }
        });
    }

    private synchronized void endExpiredOverrides() {
        if (until.filter(end -> !config.now().isBefore(end)).isPresent()) {
            putInForce();
        }
    }

    private void putInForce() {
        PolicyContent content = loaded.document().content();
        EffectivePolicy effective = EffectivePolicy.of(loaded.written(), content.runtime(), config.now());
        until = effective.until();
        Policy switched = capped(effective.policy());
        Policy policy = startMode.cap(switched);
        listener.accept(policy);
        List<String> ignored = startMode.explain(switched, effective.ignored());
        status = new PolicyStatus(loaded.document(), content, policy, ignored, status.problem());
    }

    private synchronized void reportUnavailable(Throwable failure) {
        problem.unavailable(failure);
        updateProblem();
    }

    private void updateProblem() {
        status = status.withProblem(problemText());
    }

    private Optional<String> problemText() {
        Optional<String> cap = localCap.filter(most -> most != Mode.ENFORCE)
                .map(most -> "all rules are at most " + most.word() + " on this instance only, until the next version");
        return Stream.of(cap, problem.text()).flatMap(Optional::stream).reduce((one, other) -> one + "; " + other);
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
