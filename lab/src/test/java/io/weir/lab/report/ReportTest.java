package io.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.weir.lab.report.SimulationReport.NeededCapacity;
import io.weir.lab.report.SimulationReport.PolicyFindings;
import io.weir.lab.report.SimulationReport.RuleFindings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {

    private static final SimulationReport[] REPORT = new SimulationReport[1];

    @TempDir
    private static Path folder;

    @BeforeAll
    static void replay() throws IOException {
        REPORT[0] = SampleLog.report(folder, ShownSubjects.hashed());
    }

    private static PolicyFindings policy(String name) {
        return REPORT[0].policies().stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static RuleFindings rule(String policy, String name) {
        return policy(policy).rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String terminal() {
        return String.join(
                "\n",
                new TerminalReport(
                                rows -> rows.stream()
                                        .map(row -> String.join("  ", row))
                                        .toList(),
                                text -> text)
                        .lines(REPORT[0]));
    }

    @Test
    void aRuleThatNoRequestMetIsReportedWithTheReasonAndNotAsHarmless() {
        assertThat(rule("now.yml", "tier-free").met()).isZero();
        assertThat(terminal())
                .contains("tier-free  none  the log has no user and no API key; --map user=<field> or --map"
                        + " api-key=<field>")
                .doesNotContain("tier-free  token");
    }

    @Test
    void theCandidateIsComparedWithThePolicyInForce() {
        assertThat(policy("now.yml").compared()).isFalse();
        PolicyFindings next = policy("next.yml");
        assertThat(next.newlyDenied())
                .isEqualTo(next.denied() - policy("now.yml").denied() + next.newlyAllowed());
        assertThat(next.newlyDenied()).isPositive();
        assertThat(rule("next.yml", "login-per-ip").deniedSubjects()).isEqualTo(5);
    }

    @Test
    void guessedPasswordsAreSuspectAndFalsePositivesARange() {
        PolicyFindings next = policy("next.yml");
        assertThat(next.deniedBy().suspectRequests())
                .isEqualTo(rule("next.yml", "login-per-ip").denied());
        assertThat(next.deniedBy().suspectCallers()).isEqualTo(5);
        assertThat(terminal()).contains("false positives: between 0.0 % and ");
    }

    @Test
    void theCurveOfNeededCapacityTellsHowManySubjectsTheEngineDenies() {
        RuleFindings search = rule("next.yml", "search-per-ip");
        NeededCapacity needed = search.needed().orElseThrow();
        assertThat(needed.current()).isEqualTo(3);
        int at = (int) needed.capacity().stream()
                        .filter(capacity -> capacity <= 3)
                        .count()
                - 1;
        assertThat(search.deniedSubjects()).isPositive();
        assertThat(needed.subjectsAbove().get(at)).isEqualTo(search.deniedSubjects());
    }

    @Test
    void theJsonIsAsItsSchemaSays() throws IOException {
        try (InputStream schema = ReportTest.class.getResourceAsStream("report.schema.json")) {
            Schema known = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
            assertThat(known.validate(JsonReport.of(REPORT[0]), InputFormat.JSON))
                    .isEmpty();
            assertThat(known.validate("{\"version\":1,\"policies\":[]}", InputFormat.JSON))
                    .isNotEmpty();
        }
    }

    @Test
    void subjectsAreHashedUnlessTheyAreAskedFor() throws IOException {
        assertThat(JsonReport.of(REPORT[0])).doesNotContain("203.0.113.").contains("ip #");
        SimulationReport named = SampleLog.report(folder, ShownSubjects.named());
        assertThat(JsonReport.of(named)).contains("ip:203.0.113.");
    }

    @Test
    void theSameLogGivesTheSameFigures() throws IOException {
        SimulationReport again = SampleLog.report(folder, ShownSubjects.named());
        assertThat(again).isEqualTo(SampleLog.report(folder, ShownSubjects.named()));
        List<RuleFindings> rules = again.policies().get(1).rules();
        assertThat(rules)
                .extracting(RuleFindings::denied)
                .isEqualTo(policy("next.yml").rules().stream()
                        .map(RuleFindings::denied)
                        .toList());
    }

    @Test
    void thePageIsSmallAndTextOfCallersCannotEndItsData() {
        String page = HtmlReport.of(REPORT[0]);
        assertThat(page.length()).isLessThan(500_000);
        String data = page.substring(page.indexOf("id=\"report\">") + 12);
        assertThat(data.substring(0, data.indexOf("</script>")))
                .doesNotContain("<")
                .startsWith("{\"version\":1");
        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContain("@script@")
                .doesNotContain("http-equiv=\"refresh");
    }
}
