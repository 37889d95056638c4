package io.weir.service;

import io.weir.policyfile.PolicyText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads policy files for other machines: the names of local folders are dropped. */
public final class PolicyFiles {

    private PolicyFiles() {}

    /** Reads a file, or all files of a folder, named without their folder. A folder never has two files of one name. */
    public static List<PolicyText> read(Path fileOrFolder) throws IOException {
        return PolicyText.read(fileOrFolder).stream()
                .map(file -> new PolicyText(Path.of(file.name()).getFileName().toString(), file.text()))
                .toList();
    }
}
