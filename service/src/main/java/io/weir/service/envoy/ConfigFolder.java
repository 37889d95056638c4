package io.weir.service.envoy;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.EnvoyReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder with files of envoyproxy/ratelimit, read again when they change. Files with mistakes change nothing. */
final class ConfigFolder {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigFolder.class);

    /**
     * The limits in force.
     *
     * @param problem the mistakes in the files as they are now; null if these files are in force
     */
    record State(Domains domains, @Nullable String problem) {}

    private final Path folder;
    private List<PolicyText> seen;
    private volatile State state;

    /** Reads the folder, which may be empty, for the first time. */
    ConfigFolder(Path folder) throws IOException {
        this.folder = folder;
        this.seen = EnvoyReader.texts(folder);
        this.state = new State(EnvoyReader.read(seen), null);
    }

    State state() {
        return state;
    }

    /** Reads the files again; returns whether other limits are in force now. */
    synchronized boolean refresh() {
        try {
            List<PolicyText> texts = EnvoyReader.texts(folder);
            boolean changed = !texts.equals(seen);
            seen = texts;
            if (!changed && state.problem() == null) {
                return false;
            }
            if (texts.isEmpty() && !state.domains().isEmpty()) {
                throw new IOException("there is no file in it any more");
            }
            Domains domains = EnvoyReader.read(texts);
            state = new State(domains, null);
            LOG.info("The limits for Envoy are those of {} now: {}", folder, count(domains));
            return true;
        } catch (InvalidPolicyException invalid) {
            keep(String.valueOf(invalid.getMessage()));
        } catch (IOException unreadable) {
            keep(folder + ": " + unreadable.getMessage());
        }
        return false;
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

    static String count(Domains domains) {
        int count = domains.all().size();
        return count == 1 ? "1 domain" : count + " domains";
    }
}
