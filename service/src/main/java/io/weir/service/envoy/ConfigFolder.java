package io.weir.service.envoy;

import io.weir.policyfile.EnvoyReader;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.envoy.Domains;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder of envoyproxy/ratelimit's files, read anew when they change. What cannot be used changes nothing. */
final class ConfigFolder {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigFolder.class);

    /**
     * What is in force.
     *
     * @param problem what is wrong with the files as they are now; null if they are what is in force
     */
    record State(Domains domains, @Nullable String problem) {}

    private final Path folder;
    private Map<String, byte[]> seen;
    private volatile State state;

    /** Reads the folder, which may be empty, for the first time. */
    ConfigFolder(Path folder) throws IOException {
        this.folder = folder;
        this.seen = contents();
        this.state = new State(EnvoyReader.read(seen), null);
    }

    State state() {
        return state;
    }

    /** Reads the files again; says whether other ones are in force now. */
    synchronized boolean refresh() {
        try {
            Map<String, byte[]> contents = contents();
            boolean changed = !isSame(contents, seen);
            seen = contents;
            if (!changed && state.problem() == null) {
                return false;
            }
            if (contents.isEmpty() && !state.domains().isEmpty()) {
                throw new IOException("there is no .yaml or .yml file in it any more");
            }
            Domains domains = EnvoyReader.read(contents);
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

    static String count(Domains domains) {
        int count = domains.all().size();
        return count == 1 ? "1 domain" : count + " domains";
    }

    /** What is in each file; hidden ones are somebody else's, such as those through which Kubernetes swaps a volume. */
    private Map<String, byte[]> contents() throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> own = files.filter(ConfigFolder::isConfig).sorted().toList();
            for (Path file : own) {
                contents.put(file.toString(), EnvoyReader.bytes(file));
            }
        }
        return contents;
    }

    private static boolean isConfig(Path file) {
        String name = String.valueOf(file.getFileName());
        return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml")) && Files.isRegularFile(file);
    }

    private static boolean isSame(Map<String, byte[]> some, Map<String, byte[]> others) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream().allMatch(file -> Arrays.equals(file.getValue(), others.get(file.getKey())));
    }
}
