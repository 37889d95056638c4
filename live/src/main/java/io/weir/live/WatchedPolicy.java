package io.weir.live;

import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.RuntimeSettings;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps the policy of a file or folder in force and reads it again every second. A text with mistakes changes
 * nothing.
 */
public final class WatchedPolicy implements FollowedPolicy {

    private static final Logger LOG = System.getLogger(WatchedPolicy.class.getName());
    private static final long EVERY_MICROS = 1_000_000;

    private final Path path;
    private final PolicyReader reader;
    private final Consumer<Policy> listener;
    private final StartMode startMode;
    private final Scheduler scheduler;

    private volatile PolicyStatus status = PolicyStatus.NONE;
    private volatile ReloadCounts reloads = ReloadCounts.NONE;
    private List<PolicyText> seen = List.of();
    private Runnable cancel = () -> {};
    private boolean closed;

    private WatchedPolicy(
            Path path, PolicyReader reader, StartMode startMode, Consumer<Policy> listener, Scheduler scheduler) {
        this.path = path;
        this.reader = reader;
        this.startMode = startMode;
        this.listener = listener;
        this.scheduler = scheduler;
    }

    /**
     * Starts to watch a file or folder. Throws if it cannot be read or has mistakes.
     *
     * @param most the mode that no rule exceeds in this process, whatever the file says
     * @param listener receives every policy that comes into force, one after the other
     */
    public static WatchedPolicy start(Path path, PolicyReader reader, Mode most, Consumer<Policy> listener)
            throws IOException {
        return start(path, reader, new StartMode(most), listener, Scheduler.system());
    }

    static WatchedPolicy start(
            Path path, PolicyReader reader, StartMode startMode, Consumer<Policy> listener, Scheduler scheduler)
            throws IOException {
        WatchedPolicy watched = new WatchedPolicy(path, reader, startMode, listener, scheduler);
        watched.read();
        watched.scheduleNextPoll();
        return watched;
    }

    @Override
    public PolicyStatus status() {
        return status;
    }

    @Override
    public ReloadCounts reloads() {
        return reloads;
    }

    /** Returns false, because a file that cannot be read prevents the start. */
    @Override
    public boolean isUnread() {
        return false;
    }

    private synchronized void scheduleNextPoll() {
        if (!closed) {
            cancel = scheduler.schedule(EVERY_MICROS, () -> scheduler.execute(this::poll));
        }
    }

    private void poll() {
        try {
            read();
        } catch (IOException unreadable) {
            forget();
            report(path + " cannot be read, so the policy stays as it was: " + unreadable);
        } catch (RuntimeException wrong) {
            report(path + " has mistakes, so the policy stays as it was: " + wrong.getMessage());
        }
        scheduleNextPoll();
    }

    /** A file that comes back unchanged is read again, so that the problem ends. */
    private synchronized void forget() {
        seen = List.of();
    }

    private synchronized void read() throws IOException {
        List<PolicyText> texts = PolicyText.read(path);
        if (texts.equals(seen)) {
            return;
        }
        seen = texts;
        Policy written = reader.read(texts);
        Policy policy = startMode.cap(written);
        boolean first = status == PolicyStatus.NONE;
        if (!first) {
            LOG.log(
                    Level.INFO,
                    "The policy in {0} has changed: {1}",
                    path,
                    PolicyChanges.line(status.policy(), policy, RuntimeSettings.NONE, RuntimeSettings.NONE));
        }
        listener.accept(policy);
        PolicyContent content = new PolicyContent(texts, RuntimeSettings.NONE);
        List<String> ignored = startMode.explain(written, List.of());
        status = new PolicyStatus(PolicyDocument.EMPTY, content, policy, ignored, Optional.empty());
        reloads = first ? reloads : reloads.withOneMore();
    }

    private synchronized void report(String problem) {
        if (!status.problem().equals(Optional.of(problem))) {
            LOG.log(Level.WARNING, problem);
            reloads = reloads.withOneFailed();
            status = status.withProblem(Optional.of(problem));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
