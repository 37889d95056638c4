package io.weir.service.envoy;

import io.weir.live.internal.WatchedFiles;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.EnvoyReader;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder with files of envoyproxy/ratelimit, read again every second. Files with mistakes change nothing. */
final class ConfigFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigFolder.class);

    /**
     * The limits in force.
     *
     * @param problem the mistakes in the files as they are now; null if these files are in force
     */
    record State(Domains domains, @Nullable String problem) {}

    private static final State UNREAD = new State(EnvoyReader.read(List.of()), null);

    private final Path folder;
    private final WatchedFiles<Domains> files;
    private volatile State state = UNREAD;
    private Consumer<Domains> listener = domains -> {};

    /** Reads the folder, which may be empty, for the first time; throws if the files cannot be read or have mistakes. */
    ConfigFolder(Path folder, Scheduler scheduler) throws IOException {
        this.folder = folder;
        Reading reading = new Reading();
        this.files = WatchedFiles.start(reading, reading, scheduler);
    }

    State state() {
        return state;
    }

    /** Gives the listener the limits in force now, and later all that replace them, one after the other. */
    synchronized void follow(Consumer<Domains> follower) {
        listener = follower;
        listener.accept(state.domains());
    }

    private synchronized void use(Domains domains) {
        if (state != UNREAD) {
            LOG.info("The limits for Envoy are those of {} now: {}", folder, count(domains));
        }
        state = new State(domains, null);
        listener.accept(domains);
    }

    private void keep(String problem) {
        if (!problem.equals(state.problem())) {
            LOG.error("The limits for Envoy stay as they were, because the files are wrong:\n{}", problem);
            state = new State(state.domains(), problem);
        }
    }

    /** The mistakes in the files without paths of this machine; null if there are none. */
    @Nullable
    String publicProblem() {
        String problem = state.problem();
        return problem == null
                ? null
                : problem.replace(folder + folder.getFileSystem().getSeparator(), "")
                        .replace(folder.toString(), "the folder");
    }

    @Override
    public void close() {
        files.close();
    }

    static String count(Domains domains) {
        int count = domains.all().size();
        return count == 1 ? "1 domain" : count + " domains";
    }

    private final class Reading implements WatchedFiles.Source<Domains>, WatchedFiles.Listener<Domains> {

        @Override
        public List<PolicyText> texts() throws IOException {
            List<PolicyText> texts = EnvoyReader.texts(folder);
            if (texts.isEmpty() && !state.domains().isEmpty()) {
                throw new IOException("there is no file in it any more");
            }
            return texts;
        }

        @Override
        public Domains parse(List<PolicyText> texts) {
            return EnvoyReader.read(texts);
        }

        @Override
        public void changed(List<PolicyText> texts, Domains domains) {
            use(domains);
        }

        @Override
        public void unreadable(IOException failure) {
            keep(folder + ": " + failure.getMessage());
        }

        @Override
        public void wrong(RuntimeException mistakes) {
            keep(String.valueOf(mistakes.getMessage()));
        }
    }
}
