package io.weir.policyfile;

import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The policy files of the project, and the reader that the tests read them with. */
public final class PolicySamples {

    public static final Path FOLDER = Path.of("..", "policies");
    public static final PolicyReader READER =
            PolicyReader.create().withCost(new Cost.Computed("graphql-points", Set.of(), request -> 7));

    private PolicySamples() {}

    public static List<Path> valid() {
        return Stream.concat(in(FOLDER).stream(), in(FOLDER.resolve("patterns")).stream())
                .toList();
    }

    public static List<Path> invalid() {
        return in(FOLDER.resolve("invalid"));
    }

    public static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the policy in these lines. */
    public static Policy read(String... lines) {
        return READER.read("test.yml", String.join("\n", lines));
    }

    /** Returns the mistakes in these lines. */
    public static List<String> mistakes(String... lines) {
        try {
            read(lines);
            return List.of();
        } catch (InvalidPolicyException invalid) {
            return invalid.mistakes().stream().map(Mistake::toString).toList();
        }
    }
}
