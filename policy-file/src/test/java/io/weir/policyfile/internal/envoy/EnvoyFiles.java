package io.weir.policyfile.internal.envoy;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.policyfile.PolicySamples;
import io.weir.policyfile.PolicyText;
import java.nio.file.Path;
import java.util.List;

/** The sample files of this project that envoyproxy/ratelimit can read. */
final class EnvoyFiles {

    static final Path FOLDER = PolicySamples.FOLDER.resolve("envoy");

    private EnvoyFiles() {}

    static List<Path> valid() {
        return PolicySamples.in(FOLDER);
    }

    static List<Path> invalid() {
        return PolicySamples.in(PolicySamples.FOLDER.resolve("envoy-invalid"));
    }

    static Domain read(String... lines) {
        return EnvoyReader.read(List.of(new PolicyText("test.yml", String.join("\n", lines))))
                .all()
                .iterator()
                .next();
    }

    static List<String> mistakes(String... lines) {
        try {
            read(lines);
            return List.of();
        } catch (InvalidPolicyException invalid) {
            return invalid.mistakes().stream().map(Mistake::toString).toList();
        }
    }
}
