package io.weir.policyfile;

import static io.weir.policyfile.PolicySamples.mistakes;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Malicious files are rejected before they do harm. */
@Timeout(120)
final class YamlBombTest {

    private static final int MOST_BYTES = 2_000_000;

    @Test
    void doesNotMultiplyAliases() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol]\n");
        for (int i = 1; i < 60; i++) {
            laughs.append("a%1$d: &a%1$d [*a%2$d, *a%2$d]\n".formatted(i, i - 1));
        }
        assertThat(mistakes(laughs.toString()))
                .contains("2:10: aliases are not supported; write what *a0 stands for")
                .filteredOn(mistake -> mistake.contains("alias"))
                .hasSize(118);
    }

    @Test
    void doesNotFollowAnAliasToItself() {
        assertThat(mistakes("rules: &a [*a]"))
                .containsExactly(
                        "1:8: anchors are not supported; remove &a",
                        "1:12: aliases are not supported; write what *a stands for");
    }

    @Test
    void rejectsDeepNesting() {
        for (String open : new String[] {"[", "{a: ", "- ", "? ", "{? ", "[[{a: ["}) {
            assertThat(mistakes(open.repeat(MOST_BYTES / 8)))
                    .as(open)
                    .isNotEmpty()
                    .last()
                    .asString()
                    .endsWith("this is nested more than 12 levels deep, the most that a file may have");
        }
    }

    @Test
    void rejectsAHugeFile() {
        assertThat(mistakes("#" + "x".repeat(MOST_BYTES)))
                .containsExactly("1:1: the file is longer than 2 MB, the most that a policy may have");
        assertThat(mistakes("global: {refill-rate: 1} #", "#".repeat(MOST_BYTES - 27)))
                .isEmpty();
    }

    @Test
    void readsHugeListsAndTextsQuickly() {
        assertThat(mistakes("rules: [" + "a,".repeat(300_000) + "]")).hasSize(1_000);
        assertThat(mistakes("global: {refill-rate: 1}", "mode: " + "x".repeat(1_900_000)))
                .hasSize(1);
        assertThat(mistakes("global: {refill-rate: 1}", "mode: " + "9".repeat(500_000)))
                .hasSize(1);
        assertThat(mistakes("global: {refill-rate: " + "9".repeat(500_000) + "}"))
                .hasSize(1);
        assertThat(mistakes("rules: [{name: a, per: ip, limit: " + "1 ".repeat(900_000) + "/min}]"))
                .hasSize(1);
        assertThat(mistakes("endpoints: {? '" + "/a".repeat(900_000) + "' : {refill-rate: 1}}"))
                .hasSize(1);
    }

    @Test
    void makesNoObjects() {
        assertThat(mistakes("global: !!java.net.URL ['http://127.0.0.1:1/']"))
                .containsExactly(
                        "1:9: tags are not supported; remove !!java.net.URL",
                        "1:9: a limit is expected here; write {capacity: 150, refill-rate: 100}");
    }
}
