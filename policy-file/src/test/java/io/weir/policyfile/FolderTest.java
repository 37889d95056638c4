package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies in several files. */
final class FolderTest {

    @TempDir
    private Path folder = Path.of("");

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Policy read() throws IOException {
        return PolicyReader.create().read(folder);
    }

    @Test
    void filesFormOnePolicyInTheOrderOfTheirNames() throws IOException {
        write("20-login.yaml", "rules: [{name: login, match: {path: /login}, per: ip, limit: 10/min}]");
        write("10-base.yml", """
                rate-limit:
                  mode: shadow
                  global: {refill-rate: 10000}
                  endpoints: {/orders: {refill-rate: 100}}
                  rules: [{name: first, per: global, limit: 5/s}]
                """);
        write(
                "30-more.yml",
                "{endpoints: {/payments: {refill-rate: 10}}, overrides: {'ip:1.2.3.4': 5/s}, rules:"
                        + " [{name: per-address, per: ip, limit: 1/s}]}");
        write("notes.txt", "no policy");
        write(".hidden.yml", "none either");
        Policy policy = read();
        assertThat(policy.rules())
                .extracting(Rule::name)
                .containsExactly("global", "/orders", "/payments", "first", "login", "per-address");
        assertThat(policy.mode()).isEqualTo(Mode.SHADOW);
        assertThat(policy.overrides()).hasSize(1);
    }

    @Test
    void reportsAllMistakesOfAllFiles() throws IOException {
        write("a.yml", "global: {refill-rate: 1}\nrules:\n  - {name: twice, per: ip, limit: 1/s}\n");
        write("b.yml", "global: {refill-rate: 2}\nrules:\n  - {name: twice, per: ip, limit: 1/s}\n  - {nam: x}\n");
        write("c.yml", "rules: [");
        write("d.yml", "");
        String at = folder + "/";
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        invalid -> assertThat(invalid.mistakes())
                                .extracting(mistake -> mistake.file().substring(at.length()) + ":" + mistake)
                                .anySatisfy(text ->
                                        assertThat(text).startsWith("b.yml:1:9: \"global\" is already in line 1 of "))
                                .anySatisfy(text ->
                                        assertThat(text).startsWith("b.yml:3:").contains("twice"))
                                .anySatisfy(text -> assertThat(text).startsWith("b.yml:4:6: unknown key \"nam\""))
                                .anySatisfy(text -> assertThat(text).startsWith("c.yml:1:9: this is not valid YAML"))
                                .contains(
                                        "d.yml:1:1: the file is empty; write rate-limit: and below it global, tiers, endpoints"
                                                + " or rules"));
    }

    @Test
    void aRepeatedKeyIsAMistakeAcrossFiles() {
        List<PolicyText> texts = List.of(
                new PolicyText("a.yml", "endpoints: {/x: {refill-rate: 1}}"),
                new PolicyText("b.yml", "endpoints: {/x: {refill-rate: 2}}"));
        assertThatThrownBy(() -> PolicyReader.create().read(texts))
                .hasMessage("b.yml:1:13: \"/x\" is already in line 1 of a.yml; remove one of them");
    }

    @Test
    void aFolderWithoutPoliciesIsNotAPolicy() {
        assertThatThrownBy(this::read)
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("this folder has no policy; the name of a policy ends in .yml or .yaml");
    }
}
