package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.cli.command.SettingsFile;
import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands that call a running server. */
final class CommandLineTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private int weir(String... arguments) {
        String[] withUrl = Stream.concat(Stream.of(arguments), Stream.of("--url", "http://127.0.0.1:" + SERVICE.port()))
                .toArray(String[]::new);
        return run(withUrl);
    }

    private int run(String... arguments) {
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void aCheckSaysWhatRemainsAndFailsWhenDenied() {
        assertThat(weir("check", "user:42", "--algorithm", "SLIDING_WINDOW", "--permits", "99"))
                .isZero();
        assertThat(weir("check", "user:42", "--algorithm", "SLIDING_WINDOW", "--permits", "2"))
                .isEqualTo(1);
        assertThat(out.toString().lines())
                .hasSize(2)
                .anyMatch(line -> line.equals("allowed, 1 left"))
                .anyMatch(line -> line.matches("denied, 1 left, retry after \\d+ s"));
    }

    @Test
    void aCounterIsPeekedAtAndReset() {
        weir("check", "a b&c", "--algorithm", "SLIDING_WINDOW", "--permits", "40");
        assertThat(weir("counter", "peek", "a b&c", "--algorithm", "SLIDING_WINDOW"))
                .isZero();
        assertThat(out.toString()).containsPattern("60 left, whole again in \\d+ s");
        assertThat(weir("counter", "reset", "a b&c", "--algorithm", "SLIDING_WINDOW", "--token", "admin-secret"))
                .isZero();
        assertThat(out.toString()).contains("key a b&c is reset, as weir check counts it");
        weir("counter", "peek", "a b&c", "--algorithm", "SLIDING_WINDOW");
        assertThat(out.toString()).contains("100 left, whole again in 0 s");
    }

    @Test
    void explainShowsWhatEachRuleSaysAndTakesNothing() {
        Rule logins = Rule.of("login-per-ip", Limit.parse("2/h"))
                .matching(Match.path("/login").withMethods("POST"))
                .per(CountBy.IP);
        Rule users = Rule.of("users", Limit.parse("9/h")).per(CountBy.of(Dimension.Kind.USER));
        SERVICE.gate().replace(Policy.of(logins, users));
        String[] request = {
            "explain", "--method", "POST", "--path", "/login", "--ip", "192.0.2.1", "--user", "u", "--permits", "2"
        };
        for (int i = 0; i < 2; i++) {
            assertThat(weir(request)).isZero();
        }
        assertThat(out.toString()).contains("""
                allowed

                RULE          SUBJECT       LIMIT  COST  LEFT  SAYS
                login-per-ip  ip:192.0.2.1  2/h    2     2     allowed
                users         user:u        9/h    2     9     allowed
                """);
        SERVICE.gate()
                .check(Request.of("POST", "/login")
                        .withAddress(IpAddress.parse("192.0.2.1").orElseThrow()))
                .toCompletableFuture()
                .join();
        assertThat(weir(request)).isEqualTo(1);
        assertThat(out.toString())
                .contains("denied by login-per-ip\n\n")
                .containsPattern("login-per-ip  ip:192.0.2.1  2/h    2     1     denied, opens in \\d+ s\n");
        assertThat(weir("explain", "--path", "/", "--json")).isZero();
        assertThat(out.toString()).contains("{\"allowed\":true,\"action\":\"allow\",\"degraded\":false,");
        assertThat(weir("explain", "--path", "//")).isEqualTo(2);
        assertThat(err.toString()).contains("The server refused: path can be read in more than one way");
        assertThat(weir("explain", "--key", "k")).isZero();
        assertThat(out.toString()).contains("allowed: no rule is for this request", "Rules that are off are left out");
    }

    @Test
    void jsonIsTheServersAnswer() {
        weir("check", "json", "--json");
        assertThat(out.toString()).startsWith("{\"allowed\":true,\"key\":\"json\",");
    }

    @Test
    void aRejectedCallPrintsTheReasonAndFails() {
        assertThat(weir("check", "key", "--permits", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("The server refused: permits must be a whole number from 1 to 100");
        assertThat(weir("counter", "reset", "key", "--token", "wrong")).isEqualTo(3);
        assertThat(err.toString()).contains("Wrong token: set WEIR_TOKEN (or --token)");
        assertThat(weir("counter", "reset", "key")).isEqualTo(3);
        assertThat(err.toString()).contains("No token was given: set WEIR_TOKEN (or --token)");
    }

    @Test
    void anUnreachableServerIsReportedWithTheCommandThatStartsIt() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(run("check", "key", "--url", "http://127.0.0.1:" + free)).isEqualTo(4);
        assertThat(err.toString()).contains("Cannot reach http://127.0.0.1:" + free + ": start it with weir serve");
        assertThat(run("check", "key", "--url", "nonsense")).isEqualTo(2);
        assertThat(err.toString()).contains("--url must be like http://127.0.0.1:8080, but was nonsense");
    }

    @Test
    void aUsageErrorIsOneLineThatSaysWhatWasMeant() {
        assertUsageError(
                "Unknown options: '--prot', '8080'; did you mean --port? (weir serve --help)",
                "serve",
                "--prot",
                "8080");
        assertUsageError("Unmatched argument at index 0: 'chek'; did you mean check? (weir --help)", "chek");
        assertUsageError("Missing required parameter: '<key>' (weir check --help)", "check");
        assertUsageError("Say which: weir counter peek, reset (weir counter --help)", "counter");
        assertUsageError("--lines must be from 1 to 100, but was 0", "top", "--lines", "0");
        assertUsageError(
                "Invalid value for option '--port': write a whole number of at most 2147483647, not 18104x",
                "serve",
                "--port",
                "18104x");
        assertUsageError(
                "Invalid value for option '--after': write a whole number, not 1.5", "audit", "list", "--after", "1.5");
        assertUsageError(
                "Invalid value for option '--local-share': write a number such as 0.5, not half",
                "serve",
                "--local-share",
                "half");
        assertUsageError(
                "Invalid value for option '--url': write an address such as http://localhost:8080, not a b",
                "check",
                "key",
                "--url",
                "a b");
    }

    @Test
    void theJarHasNoLoadGeneratorAndSaysWhereItIs() {
        String line =
                "weir.jar has no load generator, so that it cannot harm what it runs beside: use ./weir bench in the"
                        + " source tree of Weir";
        assertUsageError(line, "bench");
        assertUsageError(line, "bench", "--requests", "5", "--help");
    }

    private void assertUsageError(String line, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly(line);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void everyCommandListsTheSameExitCodes() {
        assertListsExitCodes(Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml"))));
    }

    private static void assertListsExitCodes(CommandLine command) {
        assertThat(command.getUsageMessage().replaceAll("\\s+", " "))
                .contains("0 done, or the answer is yes")
                .contains("1 the answer is no")
                .contains("2 wrong options")
                .contains("3 the server refused")
                .contains("4 not now")
                .contains("70 the command or the service failed unexpectedly");
        command.getSubcommands().values().forEach(CommandLineTest::assertListsExitCodes);
    }

    @Test
    void helpShowsExamples() {
        for (String command : new String[] {"serve", "check", "counter", "explain"}) {
            assertThat(run(command, "--help")).isZero();
        }
        assertThat(out.toString()).contains("weir serve --port 9000").contains("weir counter reset user:42");
    }
}
