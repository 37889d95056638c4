package io.weir.live;

import io.weir.limit.Scheduler;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps in force what a file or folder says, and looks every second whether it says something else. A mistake changes nothing. */
public final class WatchedPolicy implements PolicySource {

    private static final Logger LOG = System.getLogger(WatchedPolicy.class.getName());
    private static final long EVERY_MICROS = 1_000_000;

    private final Path path;
    private final PolicyReader reader;
    private final Consumer<Policy> listener;
    private final Scheduler scheduler;

    private volatile Standing standing = Standing.NOTHING;
    private volatile Reloads reloads = Reloads.NONE;
    private List<PolicyText> seen = List.of();
    private Runnable cancel = () -> {};
    private boolean closed;

    private WatchedPolicy(Path path, PolicyReader reader, Consumer<Policy> listener, Scheduler scheduler) {
        this.path = path;
        this.reader = reader;
        this.listener = listener;
        this.scheduler = scheduler;
    }

    /** Throws if it cannot be read, or has mistakes. */
    public static WatchedPolicy start(Path path, PolicyReader reader, Consumer<Policy> listener) throws IOException {
        return start(path, reader, listener, Scheduler.system());
    }

    static WatchedPolicy start(Path path, PolicyReader reader, Consumer<Policy> listener, Scheduler scheduler)
            throws IOException {
        WatchedPolicy watched = new WatchedPolicy(path, reader, listener, scheduler);
        watched.read();
        watched.later();
        return watched;
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public Reloads reloads() {
        return reloads;
    }

    /** Never: a file that cannot be read ends the start. */
    @Override
    public boolean isUnread() {
        return false;
    }

    private synchronized void later() {
        if (!closed) {
            cancel = scheduler.schedule(EVERY_MICROS, () -> scheduler.execute(this::look));
        }
    }

    private void look() {
        try {
            read();
        } catch (IOException unreadable) {
            forget();
            tell(path + " cannot be read, so the policy stays as it was: " + unreadable);
        } catch (RuntimeException wrong) {
            tell(path + " has mistakes, so the policy stays as it was: " + wrong.getMessage());
        }
        later();
    }

    /** What is there again is to be read again. */
    private synchronized void forget() {
        seen = List.of();
    }

    private synchronized void read() throws IOException {
        List<PolicyText> texts = PolicyText.read(path);
        if (texts.equals(seen)) {
            return;
        }
        seen = texts;
        Policy policy = reader.read(texts);
        boolean first = standing == Standing.NOTHING;
        if (!first) {
            LOG.log(
                    Level.INFO,
                    "The policy in {0} has changed: {1}",
                    path,
                    Changes.line(standing.policy(), policy, Switches.NONE, Switches.NONE));
        }
        listener.accept(policy);
        PolicyContent content = new PolicyContent(texts, Switches.NONE);
        standing = new Standing(PolicyDocument.EMPTY, content, policy, List.of(), Optional.empty());
        reloads = first ? reloads : reloads.withOneMore();
    }

    private synchronized void tell(String problem) {
        if (!standing.problem().equals(Optional.of(problem))) {
            LOG.log(Level.WARNING, problem);
            reloads = reloads.withOneFailed();
            standing = standing.with(Optional.of(problem));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
