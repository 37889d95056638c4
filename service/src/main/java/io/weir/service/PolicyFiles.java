package io.weir.service;

import io.weir.policyfile.PolicyText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Policies of this machine for others, whom its folders are no concern of. */
public final class PolicyFiles {

    private PolicyFiles() {}

    /** A file, or all of a folder, by their names alone, of which a folder has no two. */
    public static List<PolicyText> read(Path fileOrFolder) throws IOException {
        return PolicyText.read(fileOrFolder).stream()
                .map(file -> new PolicyText(Path.of(file.name()).getFileName().toString(), file.text()))
                .toList();
    }
}
