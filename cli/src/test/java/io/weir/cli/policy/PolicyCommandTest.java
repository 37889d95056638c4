package io.weir.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir policy …} against a running server. */
final class PolicyCommandTest {

    @TempDir
    private Path folder;

    private final WeirService service =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void requireStarted() {
        assertThat(service.port()).isPositive();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private int policy(String... arguments) {
        String[] all = Stream.of(
                        Stream.of("policy"),
                        Stream.of(arguments),
                        Stream.of("--url", "http://127.0.0.1:" + service.port(), "--token", "admin-secret"))
                .flatMap(part -> part)
                .toArray(String[]::new);
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private int push(String limit, String... more) throws Exception {
        Path file = Files.writeString(
                folder.resolve("policy.yml"), "rules:\n  - {name: orders, per: user, limit: " + limit + "}\n");
        return policy(Stream.concat(Stream.of("push", file.toString(), "--by", "oncall"), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void pushesShowsAndRollsBack() throws Exception {
        assertThat(policy("show")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("there is no policy yet");
        assertThat(policy("history")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("there is no policy yet");
        assertThat(push("10/min", "--reason", "a start")).isZero();
        assertThat(out.toString()).matches("version 1, by oncall at \\S+: orders added \\(10/min\\) \\(a start\\)\\R");
        assertThat(push("20/min burst 30")).isZero();
        assertThat(policy("show")).isZero();
        assertThat(out.toString())
                .contains("version 2, by oncall at ")
                .contains(": orders: 10/min → 20/min burst 30")
                .contains("  orders  20/min burst 30  per user  enforce  all paths");
        assertThat(policy("show", "--text")).isZero();
        assertThat(out.toString()).contains("  - {name: orders, per: user, limit: 20/min burst 30}");
        assertThat(policy("rollback", "--by", "deployer")).isZero();
        assertThat(out.toString()).contains("version 3, by deployer").contains("20/min burst 30 → 10/min");
        assertThat(policy("rollback", "2")).isZero();
        assertThat(policy("rollback", "2")).isZero();
        assertThat(out.toString()).startsWith("all is like that already: version 4, by ");
        assertThat(policy("history")).isZero();
        assertThat(out.toString().lines()).hasSize(4);
        assertThat(out.toString())
                .startsWith("version 4, by " + System.getProperty("user.name"))
                .contains("version 1, by oncall");
        assertThat(policy("rollback", "99")).isEqualTo(2);
        assertThat(err.toString()).contains("The server refused: version 99 is not kept; there are 1, 2, 3, 4");
    }

    @Test
    void reportsMistakesAndAnEarlierPushOfAnotherAuthor() throws Exception {
        assertThat(push("10/min")).isZero();
        assertThat(push("often")).isEqualTo(3);
        assertThat(err.toString())
                .containsOnlyOnce(": Cannot read the limit \"often\"")
                .contains("nothing was changed, because there is a mistake: policy.yml:2:38: Cannot read the limit");
        Files.writeString(folder.resolve("two.yml"), "mode: of\nrules:\n  - {name: a, per: ip, limit: often}\n");
        assertThat(policy("push", folder.resolve("two.yml").toString())).isEqualTo(3);
        assertThat(err.toString())
                .contains("there are 2 mistakes, the first: two.yml:1:7: ")
                .contains("\n  two.yml:1:7: unknown mode \"of\"")
                .contains("\n  two.yml:3:31: Cannot read the limit \"often\"");
        assertThat(push("20/min", "--expect", "1")).isZero();
        assertThat(push("30/min", "--expect", "1")).isEqualTo(3);
        assertThat(err.toString()).contains("another change came first: version 2 was written by oncall at ");
        assertThat(policy("push", folder.resolve("none.yml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("Cannot read ").contains("none.yml");
    }

    @Test
    void pushesAFolder() throws Exception {
        Path policies = Files.createDirectory(folder.resolve("policies"));
        Files.writeString(policies.resolve("a.yml"), "rules:\n  - {name: a, per: user, limit: 1/s}\n");
        Files.writeString(policies.resolve("b.yml"), "rules:\n  - {name: b, per: ip, limit: 2/s}\n");
        assertThat(policy("push", policies.toString())).isZero();
        assertThat(out.toString()).contains("a added (1/s), b added (2/s)");
    }

    @Test
    void showsWhatRulesCountInTheWordsOfAPolicyFile() throws Exception {
        Path file = Files.writeString(folder.resolve("policy.yml"), """
                rules:
                  - {name: a, per: caller, limit: 1/s}
                  - {name: b, per: api-key, limit: 2/s}
                  - {name: c, per: [user, ip], limit: 3/s}
                """);
        assertThat(policy("push", file.toString())).isZero();
        assertThat(policy("show")).isZero();
        assertThat(out.toString().lines().map(String::strip))
                .contains("a  1/s  per caller   enforce  all paths", "b  2/s  per api-key  enforce  all paths");
    }

    @Test
    void aChangeTooLongForOneLineIsIndentedBelowItsRevision() throws Exception {
        Path file = Files.writeString(folder.resolve("policy.yml"), """
                rules:
                  - {name: orders, per: user, limit: 10/min burst 20}
                  - {name: payments, per: user, limit: 20/min burst 30}
                  - {name: search-per-address, per: ip, limit: 100/min burst 200}
                  - {name: everything, per: global, limit: 10000/min burst 15000}
                """);
        String change = """
                orders added (10/min burst 20), payments added (20/min burst 30),
                    search-per-address added (100/min burst 200), everything added (10000/min burst 15000)
                """;
        assertThat(policy("push", file.toString(), "--by", "oncall", "--reason", "a start"))
                .isZero();
        assertThat(out.toString()).matches("version 1, by oncall at \\S+ \\(a start\\)\n    " + Pattern.quote(change));
        assertThat(policy("history")).isZero();
        assertThat(out.toString()).endsWith(" (a start)\n    " + change);
        assertThat(policy("show")).isZero();
        assertThat(out.toString()).contains(" (a start)\n    " + change + "  orders ");
    }

    @Test
    void switchesModes() throws Exception {
        push("10/min");
        assertThat(policy("mode", "off", "--reason", "they are all refused")).isZero();
        assertThat(out.toString()).contains("all rules at most off (were enforce) (they are all refused)");
        policy("show");
        assertThat(out.toString()).contains("all rules at most off");
        assertThat(policy("mode", "enforce")).isZero();
        assertThat(policy("mode", "shadow", "--rule", "orders")).isZero();
        policy("show");
        assertThat(out.toString()).contains("switched  orders to shadow");
        assertThat(policy("mode", "as-written", "--rule", "orders")).isZero();
        assertThat(policy("mode", "of")).isEqualTo(2);
        assertThat(err.toString()).contains("mode must be enforce, shadow or off");
    }

    @Test
    void overridesAndResetsOneSubject() throws Exception {
        push("10/min");
        assertThat(policy("override", "user:42", "500/min", "--for", "2h", "--reason", "import", "--by", "oncall"))
                .isZero();
        assertThat(out.toString()).contains("user:42 has 500/min until ");
        policy("show");
        assertThat(out.toString()).containsPattern("override  user:42 has 500/min until \\S+, by oncall \\(import\\)");
        assertThat(policy("override", "user:42", "--end")).isZero();
        assertThat(out.toString()).contains("override of user:42 ended");
        assertThat(policy("override", "user:42", "1/s")).isEqualTo(2);
        assertThat(err.toString()).contains("--for=<time>").contains("--until=<time>");
        assertThat(policy("override", "user:42", "--for", "2h")).isEqualTo(2);
        assertThat(err.toString()).contains("limit must be given");
        assertThat(policy("reset", "user:42")).isZero();
        assertThat(out.toString()).contains("user:42 is reset under all rules");
        assertThat(policy("reset", "42")).isEqualTo(2);
        assertThat(err.toString()).contains("Cannot read the subject \"42\"");
    }

    @Test
    void jsonIsTheServersAnswer() throws Exception {
        push("10/min");
        assertThat(policy("show", "--json")).isZero();
        assertThat(out.toString()).startsWith("{\"version\":1,");
    }

    @Test
    void helpShowsExamples() {
        for (String command : new String[] {"show", "push", "history", "rollback", "mode", "override", "reset"}) {
            assertThat(policy(command, "--help")).isZero();
            assertThat(out.toString()).contains("  weir policy " + command);
        }
    }
}
