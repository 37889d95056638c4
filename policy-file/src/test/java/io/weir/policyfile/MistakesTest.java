package io.weir.policyfile;

import static io.weir.policyfile.PolicySamples.mistakes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MistakesTest {

    @Test
    void reportsAllMistakesInTheOrderOfTheFile() {
        assertThat(mistakes(
                        "rate-limit:",
                        "  mode: of",
                        "  bypass: [{name: all, cidr: 0.0.0.0/0}]",
                        "  tiers: {free: {capacity: 10}, pro: {refill-rate: x}}",
                        "  rules:",
                        "    - name: a",
                        "      match: {path: a, method: PSOT, tier: fre}",
                        "      per: [usr, ip]",
                        "      limit: 10/fortnight",
                        "      cost: 0",
                        "    - name: a",
                        "      per: ip",
                        "      limit: 10/min",
                        "      mode: shadw",
                        "      overrides: {ip:10.0.0.1: 5}",
                        "  ipv6-prefix: 4",
                        "  global: {refill-rate: 10, capcity: 15}"))
                .extracting(mistake -> mistake.replaceAll("^(\\d+:\\d+: .{14}).*", "$1"))
                .containsExactly(
                        "2:9: unknown mode \"",
                        "3:30: 0.0.0.0/0 woul",
                        "4:17: \"refill-rate\" ",
                        "4:52: refill-rate mu",
                        "7:21: Cannot read th",
                        "7:32: unknown method",
                        "7:44: unknown tier \"",
                        "8:13: unknown way to",
                        "9:14: Cannot read th",
                        "10:13: cost must be a",
                        "11:13: a rule named \"",
                        "14:13: unknown mode \"",
                        "15:32: \"5\" is no limi",
                        "16:16: ipv6-prefix mu",
                        "17:29: unknown key \"c");
    }

    @Test
    void aRepeatedNameHidesNoOtherMistake() {
        assertThat(mistakes(
                        "rules:",
                        "  - {name: a, per: ip, limit: 10/min}",
                        "  - {name: b, per: user, limit: 10/min}",
                        "  - {name: a, per: user, limit: 20/min, cost: 21}",
                        "  - {name: a, per: user, limit: 30/min, overrides: {ip:10.0.0.1: 5/min}}",
                        "  - {name: a, per: user, limit: 10/min}"))
                .extracting(mistake -> mistake.replaceAll("^(\\d+:\\d+: .{14}).*", "$1"))
                .containsExactly(
                        "4:12: a rule named \"",
                        "4:47: a request cost",
                        "5:12: a rule named \"",
                        "5:53: the rules that",
                        "6:5: the rule is th",
                        "6:12: a rule named \"");
        assertThat(mistakes(
                        "rules: [{name: a, per: ip, limit: 10/min}, {name: a, per: user, limit: 10/min}]",
                        "overrides: {tenant:acme: 5/min}"))
                .hasSize(2);
    }

    @Test
    void rulesThatDifferInOneOptionAreNotRepetitions() {
        assertThat(mistakes(
                        "rules:",
                        "  - {name: a, per: ip, limit: 10/min}",
                        "  - {name: b, per: ip, limit: 10/min, scope: node}",
                        "  - {name: c, per: ip, limit: 10/min, count-on: 401}",
                        "  - {name: d, per: ip, limit: 10/min, give-back-on: 5xx}",
                        "  - {name: e, per: ip, limit: 10/min, idempotent: true}",
                        "  - {name: f, per: ip, limit: 10/min, on-store-failure: closed}",
                        "  - {name: g, per: ip, limit: 10/min, overrides: {ip:10.0.0.1: 5/min}}"))
                .isEmpty();
    }

    @Test
    void reportsThePlaceOfHalfASurrogatePair() {
        assertThat(mistakes("# \ud83d\ude00", "mode: \ud83d"))
                .singleElement()
                .asString()
                .startsWith("2:")
                .contains("this character is not allowed in YAML");
    }

    @Test
    void namesTheFileInEveryLine() {
        assertThatThrownBy(() -> PolicyReader.create().read("my.yml", "globl: {}\nmod: off"))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessage("my.yml:1:1: unknown key \"globl\"; did you mean \"global\"?\n"
                        + "my.yml:2:1: unknown key \"mod\"; did you mean \"mode\"?");
    }

    @Test
    void countsTheMistakesThatItDoesNotShow() {
        String many = "rules:\n" + "- {}\n".repeat(60);
        assertThatThrownBy(() -> PolicyReader.create().read("my.yml", many))
                .message()
                .hasLineCount(51)
                .endsWith("\n… and 130 more");
    }

    @Test
    void collectsAThousandMistakesAtMost() {
        assertThat(mistakes("rules: [" + "x, ".repeat(5_000) + "]")).hasSize(1_000);
    }

    @Test
    void escapesControlCharactersOfTheFile() {
        assertThat(mistakes("global: {refill-rate: 1}", "mode: \"\\e[31m\\nallowed\\u202e\""))
                .containsExactly(
                        "2:7: unknown mode \"\\u001b[31m\\u000aallowed\\u202e\"; write enforce, shadow or off");
    }

    @Test
    void doesNotRepeatAllOfALongText() {
        String text = "x".repeat(900);
        assertThat(mistakes("global: {refill-rate: 1}", "mode: " + text))
                .containsExactly("2:7: unknown mode \"" + "x".repeat(60) + "…\"; write enforce, shadow or off");
        assertThat(mistakes("endpoints: {? " + text + text + " : {refill-rate: 1}}"))
                .singleElement()
                .asString()
                .startsWith("1:15: ")
                .hasSizeLessThan(200);
    }

    @Test
    void reportsWhereAFileIsNotUtf8(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("latin.yml");
        Files.write(file, new byte[] {'#', '\n', '#', ' ', (byte) 0xE4, '\n'});
        assertThatThrownBy(() -> PolicyReader.create().read(file))
                .hasMessage(file + ":2:3: this is not UTF-8; save the file as UTF-8");
    }

    @Test
    void readsAFileWithAByteOrderMark() {
        assertThat(mistakes("\uFEFFglobal: {refill-rate: 10}")).isEmpty();
    }

    @Test
    void countsColumnsInCharacters() {
        assertThat(mistakes("{mode: 'off', 'ä😀': 1, global: {refill-rate: 10}}"))
                .containsExactly(
                        "1:15: unknown key \"ä😀\"; write rate-limit, global, tenant, anonymous, api-key, tiers, endpoints,"
                                + " rules, guard, mode, overrides, bypass or ipv6-prefix");
        assertThat(mistakes("{mode: 'off', 'ä😀': 1, global: 1}"))
                .anyMatch(mistake -> mistake.startsWith("1:32: a limit"));
    }
}
