package io.weir.live;

import io.weir.live.internal.WatchedFiles;
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

    private final Loader loader;
    private final WatchedFiles<Policy> files;

    private WatchedPolicy(Loader loader, Scheduler scheduler) throws IOException {
        this.loader = loader;
        this.files = WatchedFiles.start(loader, loader, scheduler);
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
        return new WatchedPolicy(new Loader(path, reader, startMode, listener), scheduler);
    }

    @Override
    public PolicyStatus status() {
        return loader.status;
    }

    @Override
    public ReloadCounts reloads() {
        return loader.reloads;
    }

    /** Returns false, because a file that cannot be read prevents the start. */
    @Override
    public boolean isUnread() {
        return false;
    }

    @Override
    public void close() {
        files.close();
    }

    private static final class Loader implements WatchedFiles.Source<Policy>, WatchedFiles.Listener<Policy> {

        private final Path path;
        private final PolicyReader reader;
        private final StartMode startMode;
        private final Consumer<Policy> listener;

        private volatile PolicyStatus status = PolicyStatus.NONE;
        private volatile ReloadCounts reloads = ReloadCounts.NONE;

        Loader(Path path, PolicyReader reader, StartMode startMode, Consumer<Policy> listener) {
            this.path = path;
            this.reader = reader;
            this.startMode = startMode;
            this.listener = listener;
        }

        @Override
        public List<PolicyText> texts() throws IOException {
            return PolicyText.read(path);
        }

        @Override
        public Policy parse(List<PolicyText> texts) {
            return reader.read(texts);
        }

        @Override
        public void changed(List<PolicyText> texts, Policy written) {
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

        @Override
        public void unreadable(IOException failure) {
            report(path + " cannot be read, so the policy stays as it was: " + failure);
        }

        @Override
        public void wrong(RuntimeException mistakes) {
            report(path + " has mistakes, so the policy stays as it was: " + mistakes.getMessage());
        }

        private void report(String problem) {
            if (!status.problem().equals(Optional.of(problem))) {
                LOG.log(Level.WARNING, problem);
                reloads = reloads.withOneFailed();
                status = status.withProblem(Optional.of(problem));
            }
        }
    }
}
