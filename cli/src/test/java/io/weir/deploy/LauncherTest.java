package io.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that start {@code weir}, with a fake Java that prints its arguments. */
final class LauncherTest {

    private static final Path ROOT = Path.of("..");

    /** A fake Java: it reports version 17 for {@code -XshowSettings}, and otherwise prints its arguments and the token. */
    private static final String JAVA = """
            #!/bin/sh
            case $1 in
              -XshowSettings*) echo "    java.specification.version = 17" ;;
              *) echo "called: $* token=${WEIR_TOKEN:-none}" ;;
            esac
            """;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void requireShell() {
        assumeThat(File.separatorChar).isEqualTo('/');
    }

    /** Creates a source tree whose jars are newer than their sources. */
    private Path tree() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("the tree"));
        executable(tree.resolve("java/bin/java"), JAVA);
        executable(tree.resolve("weir"), Files.readString(ROOT.resolve("weir")));
        Files.writeString(tree.resolve("pom.xml"), "");
        for (String jar : new String[] {"cli/target/weir.jar", "bench/target/weir-bench.jar"}) {
            Path module = tree.resolve(jar).getParent().getParent();
            Files.createDirectories(module.resolve("src/main"));
            Files.writeString(module.resolve("pom.xml"), "");
        }
        for (String jar : new String[] {"cli/target/weir.jar", "bench/target/weir-bench.jar"}) {
            Files.createDirectories(tree.resolve(jar).getParent());
            Files.writeString(tree.resolve(jar), "");
        }
        return tree.toRealPath();
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    @Test
    void worksThroughLinksOnThePathToLinks() throws Exception {
        Path tree = tree();
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createSymbolicLink(folder.resolve("elsewhere"), Path.of("the tree", "weir"));
        Files.createSymbolicLink(bin.resolve("weir"), Path.of("..", "elsewhere"));
        Map<String, String> environment = Map.of(
                "PATH",
                bin + ":" + System.getenv("PATH"),
                "JAVA_HOME",
                tree.resolve("java").toString());
        assertThat(run(environment, "sh", "-c", "weir check 'a b'"))
                .startsWith("called: ")
                .contains(" -jar " + tree.resolve("cli/target/weir.jar") + " check a b token=none\n");
    }

    @Test
    void theLoadGeneratorHasASeparateJar() throws Exception {
        Path tree = tree();
        Map<String, String> environment =
                Map.of("JAVA_HOME", tree.resolve("java").toString());
        assertThat(run(environment, tree.resolve("weir").toString(), "bench", "--keys", "5"))
                .contains(" -jar " + tree.resolve("bench/target/weir-bench.jar") + " bench --keys 5 token=none\n");
    }

    @Test
    void theInstalledCommandSendsTheAdminTokenOfItsContainer() throws Exception {
        Path java = tree().resolve("java/bin");
        String weir = ROOT.resolve("deploy/weir").toRealPath().toString();
        String path = java + ":" + System.getenv("PATH");
        assertThat(run(Map.of("PATH", path, "WEIR_ADMIN_TOKEN", "admin"), weir, "policy", "show"))
                .endsWith(" -jar /opt/weir/weir.jar policy show token=admin\n");
        assertThat(run(Map.of("PATH", path, "WEIR_ADMIN_TOKEN", "admin", "WEIR_TOKEN", "mine"), weir, "top"))
                .endsWith(" top token=mine\n");
    }

    /** These tests do not run on Windows, so this one compares the options and goals of both scripts. */
    @Test
    void windowsBuildsAndRunsTheSame() throws Exception {
        String unix = Files.readString(ROOT.resolve("weir"));
        String windows = Files.readString(ROOT.resolve("weir.cmd"));
        for (String same : new String[] {
            " -am -Dmaven.test.skip -Dspotless.check.skip package",
            " -XX:+ExitOnOutOfMemoryError ",
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        }) {
            assertThat(unix).contains(same);
            assertThat(windows).contains(same);
        }
        assertThat(windows)
                .contains("cli\\target\\weir.jar", "bench\\target\\weir-bench.jar", " -pl \"%module%\" ", "\r\n");
        assertThat(unix).contains("cli/target/weir.jar", "bench/target/weir-bench.jar", " -pl \"$module\" ");
        List<String> labels = matches(windows, "(?m)^:(\\w+)");
        assertThat(matches(windows, "goto (\\w+)")).isSubsetOf(labels);
        // A parenthesis in %JAVA_HOME% or %ROOT% would end a block early.
        assertThat(windows).doesNotContain(" (\r\n");
    }

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
