package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.weir.cli.command.SettingsFile;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The version of {@code weir}, and its completion in bash. */
final class WeirCommandTest {

    private static String weir(String... arguments) {
        StringWriter out = new StringWriter();
        int exitCode = Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .execute(arguments);
        assertThat(exitCode).isZero();
        return out.toString();
    }

    @Test
    void theVersionNamesCommitAndJava() throws Exception {
        String version = Files.readString(Path.of("pom.xml")).replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
        assertThat(weir("--version").strip())
                .matches("weir \\Q" + version + "\\E \\(commit ([0-9a-f]{7,}( with changes)?|unknown), Java \\Q"
                        + Runtime.version() + "\\E\\)");
        assertThat(weir("policy", "show", "--version")).isEqualTo(weir("--version"));
    }

    @Test
    void aBuildWithoutGitOrWithChangesSaysSo() {
        Properties git = new Properties();
        assertThat(WeirVersion.commit(git)).isEqualTo("commit unknown");
        git.setProperty("git.commit.id.abbrev", "0123abc");
        assertThat(WeirVersion.commit(git)).isEqualTo("commit 0123abc");
        git.setProperty("git.dirty", "true");
        assertThat(WeirVersion.commit(git)).isEqualTo("commit 0123abc with changes");
    }

    @Test
    void bashCompletesCommandsAndOptions(@TempDir Path folder) throws Exception {
        assumeThat(File.separatorChar).isEqualTo('/');
        Path script = Files.writeString(folder.resolve("completion"), weir("generate-completion"));
        assertThat(completions(script, "pol")).isEqualTo("policy");
        assertThat(completions(script, "policy hi")).isEqualTo("history");
        assertThat(completions(script, "serve --red")).isEqualTo("--redis");
    }

    private static String completions(Path script, String typed) throws Exception {
        String words = "COMP_WORDS=(weir " + typed + ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1))";
        Process bash = new ProcessBuilder(
                        "bash", "-c", "source " + script + " && " + words + " && _complete_weir; echo ${COMPREPLY[@]}")
                // bash warns that this is no real completion.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
