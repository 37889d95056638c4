package io.weir.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir simulate} from its options to its exit code. */
final class SimulateCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String log = "";
    private String loose = "";
    private String strict = "";

    /** One address asks twice a second for five minutes, and 99 ask once. */
    @BeforeEach
    void writeFiles() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            String time = String.format(Locale.ROOT, "19/Nov/2026:14:%02d:%02d +0000", second / 60, second % 60);
            String rest = " - - [" + time + "] \"GET /api/v1/search HTTP/1.1\" 200 1 \"-\" \"curl\"";
            lines.add("203.0.113.9" + rest);
            lines.add("203.0.113.9" + rest);
            lines.add("198.51.100." + (1 + second % 99) + rest);
        }
        log = Files.write(folder.resolve("access.log"), lines).toString();
        loose = policy("loose.yml", 1_000);
        strict = policy("strict.yml", 60);
    }

    private String policy(String name, int perMinute) throws IOException {
        return Files.writeString(
                        folder.resolve(name),
                        "rules:\n"
                                + "  - {name: search, match: {path: /api/v1/search}, per: ip, limit: {algorithm:"
                                + " fixed-window, permits: " + perMinute + ", per: 1min}}\n"
                                + "  - {name: checkout, match: {path: /checkout}, per: user, limit: 5/min}\n")
                .toString();
    }

    private int simulate(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "simulate";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    @Test
    void coverageComesFirstAndThenWhatEachPolicyDenies() {
        assertThat(simulate(log, "--policy", loose, "--candidate", strict, "--show-subjects"))
                .isZero();
        assertThat(out.toString())
                .containsSubsequence(
                        "900 requests of 100 callers",
                        "combined, time=time_local",
                        "Coverage",
                        "search    100.0 %",
                        "checkout  none     it counts users, and the log has none; --map user=<field>",
                        "In force: " + loose,
                        "denies 0 requests",
                        "Candidate: " + strict,
                        "denies 300 requests (33.3 %) of 1 caller",
                        "newly denied 300 (33.3 %), newly allowed 0",
                        "ip:203.0.113.9",
                        "denied 300",
                        "429, Retry-After: ");
        assertThat(out.toString().lines().count()).isLessThanOrEqualTo(60);
    }

    @Test
    void aCandidateThatDeniesTooMuchFailsAPipeline() {
        assertThat(simulate(log, "--policy", loose, "--candidate", strict, "--fail-over", "33%"))
                .isEqualTo(1);
        assertThat(simulate(log, "--policy", loose, "--candidate", strict, "--fail-over", "34%"))
                .isZero();
        assertThat(simulate(log, "--policy", strict, "--candidate", strict, "--fail-over", "0"))
                .isZero();
        assertThat(simulate(log, "--policy", strict, "--fail-over", "0.1%")).isEqualTo(2);
        assertThat(err.toString()).contains("give at least one --candidate");
        assertThat(simulate(log, "--candidate", strict, "--fail-over", "a lot")).isEqualTo(2);
        assertThat(err.toString()).contains("--fail-over must be a share such as 0.1%, but was a lot");
    }

    @Test
    void theReportIsWrittenAsJsonAndAsAPage() throws IOException {
        Path page = folder.resolve("report.html");
        assertThat(simulate(log, "--candidate", strict, "--json", "--report", page.toString()))
                .isZero();
        assertThat(out.toString()).startsWith("{\"version\":1,\"traffic\":{\"requests\":900,");
        assertThat(Files.readString(page)).contains("Content-Security-Policy").contains("\"denied\":300");
    }

    @Test
    void aSuggestedLimitIsProved() {
        assertThat(simulate(log, "--policy", loose, "--suggest", "search")).isZero();
        assertThat(out.toString()).contains("made from the first two thirds", "limit: ", "proof: denies ");
        assertThat(simulate(log, "--policy", loose, "--suggest", "serach")).isEqualTo(2);
        assertThat(err.toString()).contains("its rules are search, checkout");
        assertThat(simulate("-", "--policy", loose, "--suggest", "search")).isEqualTo(2);
        assertThat(err.toString()).contains("needs files and not -");
    }

    @Test
    void partsAndTimesNarrowTheLog() {
        assertThat(simulate(
                        log, "--candidate", strict, "--from", "2026-11-19T14:01:00Z", "--to", "2026-11-19T14:02:00Z"))
                .isZero();
        assertThat(out.toString()).contains("180 requests").contains("denies 60 requests");
        assertThat(simulate(log, "--candidate", strict, "--part", "1/2")).isZero();
        assertThat(out.toString()).contains("Only part 1/2 of the callers is here");
        assertThat(simulate(log, "--candidate", strict, "--part", "3/2")).isEqualTo(2);
        assertThat(simulate(log, "--candidate", strict, "--from", "yesterday")).isEqualTo(2);
    }

    @Test
    void mistakesAreUsageErrorsWithAHint() throws IOException {
        assertThat(simulate("no-such.log", "--policy", loose)).isEqualTo(2);
        assertThat(err.toString()).contains("no-such.log: there is no such file");
        assertThat(simulate(log)).isEqualTo(2);
        assertThat(err.toString()).contains("--policy <file>");
        assertThat(simulate(log, "--policy", loose, "--map", "usr=x")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no \"usr\" to map");
        Path story = Files.writeString(folder.resolve("story.txt"), "once upon a time\n");
        assertThat(simulate(story.toString(), "--policy", loose)).isEqualTo(2);
        assertThat(err.toString()).contains("Cannot guess the format");
        assertThat(simulate(log, "--policy", loose, "--format", "combinde")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no format \"combinde\"");
    }

    @Test
    void thePolicyInForceIsTakenFromARunningServer() throws IOException {
        try (WeirService service =
                WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())))) {
            String url = "http://127.0.0.1:" + service.port();
            assertThat(simulate(log, "--policy", url, "--token", "admin-secret"))
                    .isEqualTo(2);
            assertThat(err.toString()).contains("has no policy text to tell");
            assertThat(Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                            .setOut(new PrintWriter(out))
                            .execute("policy", "push", strict, "--by", "me", "--url", url, "--token", "admin-secret"))
                    .isZero();
            assertThat(simulate(log, "--policy", url, "--candidate", loose, "--token", "admin-secret"))
                    .isZero();
            assertThat(out.toString())
                    .contains("In force: " + url)
                    .contains("newly denied 0 (0.0 %), newly allowed 300");
            assertThat(simulate(log, "--policy", url, "--token", "wrong")).isEqualTo(3);
        }
    }
}
