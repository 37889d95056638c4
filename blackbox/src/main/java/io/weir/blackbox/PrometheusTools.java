package io.weir.blackbox;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The programs of Debian's package prometheus, and their files in ops. */
public final class PrometheusTools {

    public static final Path OPS = Path.of("..", "ops");

    private PrometheusTools() {}

    /** Returns the path of a program; skips the test if the program is not installed. */
    public static Path program(String name) {
        Optional<Path> found = Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), name + " is not installed (apt-get install prometheus)");
        return found.orElseThrow();
    }

    /** Returns the output of promtool with these arguments, and its exit code in the last line. */
    public static String promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program("promtool").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output + "exit code " + process.waitFor();
    }
}
