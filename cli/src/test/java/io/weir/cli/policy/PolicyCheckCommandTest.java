package io.weir.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PolicyCheckCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int check(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "policy";
        all[1] = "check";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.yml"), text).toString();
    }

    @Test
    void saysThatAPolicyCanBeUsed() {
        assertThat(check("../policies/ready.yml")).isZero();
        assertThat(out.toString()).matches("../policies/ready.yml can be used: \\d+ rules\\R");
    }

    @Test
    void reportsAllMistakesAtOnce() throws IOException {
        String file = file("rules:\n  - {nam: a, per: ip, limit: 1/s}\n  - {name: b, per: ip, limit: 1/fortnight}\n");
        assertThat(check(file)).isEqualTo(1);
        assertThat(out.toString().lines())
                .anyMatch(line -> line.startsWith(file + ":2:6: unknown key \"nam\"; did you mean \"name\"?"))
                .anyMatch(line -> line.startsWith(file + ":3:31: Cannot read the limit \"1/fortnight\""));
        assertThat(check(file, "--json")).isEqualTo(1);
        assertThat(out.toString()).contains("\"valid\":false").contains("\"line\":3");
    }

    @Test
    void readsAFolderAsOnePolicy() throws IOException {
        file("rules: [{name: a, per: ip, limit: 1/s}]");
        Files.writeString(folder.resolve("more.yml"), "rules: [{name: b, per: user, limit: 1/s}]");
        assertThat(check(folder.toString())).isZero();
        assertThat(out.toString()).contains("can be used: 2 rules");
    }

    @Test
    void readsTheFilesOfEnvoyproxyAsWell() throws IOException {
        assertThat(check("../policies/envoy")).isZero();
        assertThat(out.toString()).contains("../policies/envoy can be used with --envoy-config: 2 domains");
        String file = file("domain: a\ndescriptors: [{kye: b}]");
        assertThat(check(file)).isEqualTo(1);
        assertThat(out.toString()).contains(file + ":2:16: unknown key \"kye\"; did you mean \"key\"?");
    }

    @Test
    void readsFilesOfEnvoyproxyOfAnyNameAndInSubfolders() throws IOException {
        Path below = Files.createDirectory(folder.resolve("team"));
        Files.writeString(folder.resolve("shop.conf"), "domain: a\ndescriptors: [{key: b}]");
        Path wrong = Files.writeString(below.resolve("limits"), "domain: b\ndescriptors: [{kye: b}]");
        assertThat(check(folder.toString())).isEqualTo(1);
        assertThat(out.toString()).contains(wrong + ":2:16: unknown key \"kye\"; did you mean \"key\"?");
        Files.writeString(wrong, "domain: b\ndescriptors: [{key: b}]");
        assertThat(check(folder.toString())).isZero();
        assertThat(out.toString()).contains(" can be used with --envoy-config: 2 domains");
    }

    @Test
    void acceptsTheNamesOfComputedCosts() throws IOException {
        String file = file("rules: [{name: a, per: ip, limit: 10/s, cost: {computed: points}}]");
        assertThat(check(file)).isEqualTo(1);
        assertThat(check(file, "--computed", "points")).isZero();
    }

    @Test
    void namesTheFileOrFolderThatCannotBeRead() {
        assertThat(check(folder.resolve("none.yml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.yml: there is no such file or folder");
        assertThat(check(folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("this folder has no policy; the name of a policy ends in .yml or .yaml");
    }
}
