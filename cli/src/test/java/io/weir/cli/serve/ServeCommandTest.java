package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.blackbox.ServeProcess;
import io.weir.cli.Weir;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.SettingsFile;
import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.secret.Pepper;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.policy.rule.Mode;
import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.access.AdminToken;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

final class ServeCommandTest {

    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return run(new SettingsFile(Map.of(), Path.of("no-such-file.yml")), arguments);
    }

    private int run(SettingsFile settings, String... arguments) {
        return Weir.commandLine(settings).setErr(new PrintWriter(errors)).execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --port 70000   | --port must be from 0 to 65535, but was 70000
                    --port x       | Invalid value for option '--port': write a whole number
                    --prot 8080    | Unknown options: '--prot', '8080'
                    --headers x    | Invalid value for option '--headers' (<dialect>): write x-ratelimit, ratelimit or draft, not x
                    --headers-limit x | Invalid value for option '--headers-limit': expected one of [CAPACITY, RATE] (case-insensitive) but was 'x'
                    --retry-after-jitter -1 | --retry-after-jitter must be from 0 to 3600 seconds, but was -1
                    --trusted-proxies x | Cannot read the network "x": write 10.0.0.0/8, 2001:db8::/32 or one address
                    --mode shadows | Invalid value for option '--mode': expected one of [ENFORCE, SHADOW, OFF] (case-insensitive) but was 'shadows'
                    --logs xml     | Invalid value for option '--logs': expected one of [TEXT, JSON] (case-insensitive) but was 'xml'
                    --idle-timeout 20 | Invalid value for option '--idle-timeout': write 300ms, 20s or 2min, not 20
                    --idle-timeout 99ms | --idle-timeout must be from 100ms to 1h
                    --idle-timeout 61min | --idle-timeout must be from 100ms to 1h
                    --redis localhost | --redis is not the address of a Redis; write redis://host:port
                    --redis redis://:hidden@host:port | --redis is not the address of a Redis; write redis://host:port
                    --deadline 11s | --deadline must be from 1ms to 10s
                    --most-waiting 0 | --most-waiting must be at least 1, but was 0
                    --local-share 0 | --local-share must be above 0 and at most 1, such as 0.25, but was 0.0
                    --local-share NaN | --local-share must be above 0 and at most 1, such as 0.25, but was NaN
                    --most-denials -1 | --most-denials must be 0 or more, but was -1
                    --jwt-issuer i | tokens cannot be verified without --jwt-audience
                    --jwt-jwks https://login.example.com/jwks | tokens cannot be verified without --jwt-issuer
                    --jwt-issuer i --jwt-audience a | tokens cannot be verified without --jwt-jwks, or --jwt-secret (WEIR_JWT_SECRET)
                    --jwt-issuer i --jwt-audience a --jwt-jwks http://login.example.com/jwks | The keys of the issuer must come over https, or from this machine
                    --jwt-issuer i --jwt-audience a --jwt-jwks https://a/b --jwt-algorithms none | The algorithms of tokens are some of
                    --jwt-issuer i --jwt-audience a --jwt-secret hidden | The secret of tokens must have 32 bytes at least
                    --jwt-issuer i --jwt-audience a --jwt-secret hidden --jwt-jwks https://a/b | --jwt-jwks and --jwt-secret (WEIR_JWT_SECRET) are both set
                    --jwt-issuer i --jwt-audience a --jwt-secret hidden --jwt-algorithms RS256 | --jwt-algorithms is for --jwt-jwks
                    --jwt-issuer i --jwt-max-lifetime 500ms | --jwt-max-lifetime must be at least 1s
                    --captcha-site-key k | --captcha-site-key needs --captcha, which names the provider
                    --captcha-secret hidden | --captcha-secret (WEIR_CAPTCHA_SECRET) needs --captcha
                    --captcha capture | --captcha must be recaptcha, hcaptcha, turnstile or proof-of-work
                    --captcha turnstile | --captcha turnstile needs --captcha-site-key
                    --captcha turnstile --captcha-site-key k | needs the secret key of the site: set WEIR_CAPTCHA_SECRET
                    --captcha turnstile --captcha-site-key k --captcha-secret-file /no/such | --captcha-secret-file /no/such cannot be read
                    --captcha turnstile --captcha-site-key k --captcha-secret hidden --captcha-secret-file f | are both set; keep one
                    --captcha turnstile --captcha-site-key k --captcha-secret hidden --captcha-threshold 0.5 | --captcha-threshold is for recaptcha
                    --captcha recaptcha --captcha-site-key k --captcha-secret hidden --captcha-threshold 2 | the threshold is a score from 0 to 1
                    --captcha hcaptcha --captcha-site-key k --captcha-secret hidden --captcha-url http://captcha.example.com/ | begins with https://
                    --captcha hcaptcha --captcha-site-key k --captcha-secret hidden --captcha-on-failure allow | must be deny or proof-of-work
                    --captcha proof-of-work --captcha-hostnames shop.example.com | --captcha-hostnames is for providers
                    --bind 0.0.0.0 | --bind 0.0.0.0 lets other machines check: protect it with --check-token, or say --open
                    """)
    void aWrongOptionIsReportedWithTheRightForm(String options, String message) {
        String[] arguments = ("serve " + options).split(" ", -1);
        assertThat(run(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message).doesNotContain("hidden");
    }

    @Test
    void aPortInUseIsReportedInOneSentence(@TempDir Path folder) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            PrintStream before = System.out;
            System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
            // Unlike the code for wrong options, this code lets systemd restart the service.
            assertThat(run("serve", "--port", port, "--data-dir", folder.toString()))
                    .isEqualTo(ExitCode.NOT_NOW.number());
            System.setOut(before);
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .doesNotContain("APPLICATION FAILED")
                    .doesNotContain("Error starting")
                    .doesNotContain("Exception");
            assertThat(LoggerFactory.getLogger("io.lettuce.core.protocol.ConnectionWatchdog")
                            .isWarnEnabled())
                    .as("Lettuce repeats itself while Redis is gone")
                    .isFalse();
            assertThat(errors.toString().lines())
                    .containsExactly(
                            "port " + port + " is in use; end what listens there, or choose another with --port");
        }
    }

    @Test
    void anOptionMayComeFromTheEnvironmentOrFromAFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("weir.yml");
        Files.writeString(file, "port: 70001\nbind: 127.0.0.1\n");
        run(new SettingsFile(Map.of(), file), "serve");
        assertThat(errors.toString()).contains("--port must be from 0 to 65535, but was 70001");
        run(new SettingsFile(Map.of("WEIR_PORT", "70002"), file), "serve");
        assertThat(errors.toString()).contains("but was 70002");
        run(new SettingsFile(Map.of("WEIR_PORT", "70002"), file), "serve", "--port", "70003");
        assertThat(errors.toString()).contains("but was 70003");
    }

    @Test
    void theIdleTimeoutIsTwentySecondsUnlessAnotherIsGiven(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("weir.yml");
        Files.writeString(file, "data-dir: " + folder + "\n");
        assertThat(idleTimeout(new SettingsFile(Map.of(), file))).isEqualTo(Duration.ofSeconds(20));
        Files.writeString(file, "data-dir: " + folder + "\nidle-timeout: 2min\n");
        assertThat(idleTimeout(new SettingsFile(Map.of(), file))).isEqualTo(Duration.ofMinutes(2));
        assertThat(idleTimeout(new SettingsFile(Map.of("WEIR_IDLE_TIMEOUT", "300ms"), file)))
                .isEqualTo(Duration.ofMillis(300));
    }

    private static Duration idleTimeout(SettingsFile settings) {
        return settings(settings).idleTimeout();
    }

    private static ServiceSettings settings(SettingsFile file, String... options) {
        String[] arguments =
                Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new);
        CommandLine serve = Weir.commandLine(file)
                .parseArgs(arguments)
                .subcommand()
                .commandSpec()
                .commandLine();
        return ((ServeCommand) serve.getCommand()).settings();
    }

    @Test
    void valuesInTheFileAreUsedAsTheyAreWritten(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("weir.yml"), """
                data-dir: %s
                mode: off
                admin-token: 0123
                check-token: 1e3
                show-subjects: yes
                trusted-proxies: [10.0.0.0/8, 192.0.2.1]
                """.formatted(folder));
        ServiceSettings settings = settings(new SettingsFile(Map.of(), file));
        assertThat(settings.policy().most()).isEqualTo(Mode.OFF);
        assertThat(settings.access()).isEqualTo(new Access("0123", Optional.of("1e3")));
        assertThat(settings.observe().subjects()).isEqualTo(SubjectNames.SHOWN);
        assertThat(settings.proxies().networks()).hasSize(2);
    }

    @Test
    void tokensAreAcceptedAsTheOptionsSay(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("weir.yml"), """
                data-dir: %s
                no-guard: true
                jwt-issuer: https://login.example.com
                jwt-audience: shop
                jwt-max-lifetime: 1h
                """.formatted(folder));
        SettingsFile withSecret = new SettingsFile(Map.of("WEIR_JWT_SECRET", "0123456789abcdef0123456789abcdef"), file);
        JwtConfig shared = settings(withSecret).credentials().tokens().orElseThrow();
        assertThat(shared.keys().algorithms()).containsExactly("HS256");
        assertThat(shared.longest()).isEqualTo(Duration.ofHours(1));
        assertThat(settings(withSecret).toString()).doesNotContain("0123456789abcdef");
        JwtConfig published = settings(
                        new SettingsFile(Map.of("WEIR_JWT_JWKS", "https://login.example.com/jwks"), file),
                        "--jwt-algorithms",
                        "ES256,PS256")
                .credentials()
                .tokens()
                .orElseThrow();
        assertThat(published.issuer()).isEqualTo("https://login.example.com");
        assertThat(published.audience()).isEqualTo("shop");
        assertThat(published.keys().algorithms()).containsExactlyInAnyOrder("ES256", "PS256");
    }

    @Test
    void receiptsHaveTheGivenPepperEvenWithoutADatabase(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("weir.yml"), "data-dir: " + folder + "\nno-guard: true\n");
        assertThat(settings(new SettingsFile(Map.of(), file)).credentials().pepper())
                .isEmpty();
        ServiceSettings shared = settings(new SettingsFile(Map.of("WEIR_PEPPER", Pepper.random()), file));
        assertThat(shared.guard().database()).isEmpty();
        assertThat(shared.credentials().pepper()).isPresent();
    }

    @Test
    void theStartModeCapsAllRulesEvenAfterLaterChanges(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("p.yml"), "rules:\n  - {name: a, per: key, match: {key: '*'}, limit: 1/h}\n");
        SettingsFile environment = new SettingsFile(Map.of("WEIR_MODE", "shadow"), folder.resolve("weir.yml"));
        for (String source : new String[] {"document", "file"}) {
            ServiceSettings settings = settings(
                    environment, "--port=0", "--data-dir=" + folder, "--policy=" + file, "--policy-source=" + source);
            try (WeirService service = WeirService.start(settings)) {
                assertThat(service.policy().policy().mode()).isEqualTo(Mode.SHADOW);
                assertThat(service.policy().ignored())
                        .containsExactly("the mode enforce of the policy has no effect on this instance, because it was"
                                + " started with mode shadow");
                assertThat(PolicyOptions.describe(settings.policy(), service.policy()))
                        .startsWith("1 rule, all at most shadow because of --mode");
            }
        }
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("weir.yml");
        for (String content : new String[] {"port: [", "just words", "port: !!java.net.URL [x]", "prot: 9000"}) {
            Files.writeString(file, content);
            assertThat(run(new SettingsFile(Map.of(), file), "serve")).isEqualTo(CommandLine.ExitCode.USAGE);
        }
        assertThat(errors.toString())
                .contains("weir.yml cannot be read")
                .contains("weir.yml must hold lines such as")
                .contains("weir.yml knows no \"prot\"; did you mean \"port\"?");
    }

    @Test
    void aMisspeltVariableIsNamedAndOthersAreNot() {
        Map<String, String> variables =
                Map.of("WEIR_DEADLNE", "5ms", "WEIR_PORT", "80", "WEIR_SERVICE_HOST", "10.0.0.1", "DEADLNE", "1");
        SettingsFile settings = new SettingsFile(variables, Path.of("no-such-file.yml"));
        assertThat(settings.misspelt(Weir.commandLine(settings).getCommandSpec()))
                .containsExactly("WEIR_DEADLNE is no setting and is ignored; did you mean WEIR_DEADLINE?");
    }

    @ParameterizedTest
    @CsvSource({"--admin-token, WEIR_ADMIN_TOKEN", "--check-token, WEIR_CHECK_TOKEN"})
    void aBlankTokenIsRejectedFromEverySource(String option, String variable, @TempDir Path folder) throws Exception {
        String message = option + " (" + variable + ") is blank, which would let everybody in";
        String[] serve = {"serve", "--bind", "0.0.0.0", "--data-dir", folder.toString()};
        for (String blank : new String[] {"", " ", "\t \n"}) {
            SettingsFile environment = new SettingsFile(Map.of(variable, blank), folder.resolve("weir.yml"));
            assertRejected(environment, message, serve);
            SettingsFile nothing = new SettingsFile(Map.of(), folder.resolve("weir.yml"));
            assertRejected(nothing, message, "serve", option, blank, "--data-dir", folder.toString());
        }
        Path file = Files.writeString(folder.resolve("weir.yml"), option.substring(2) + ": ' '\n");
        assertRejected(new SettingsFile(Map.of(), file), message, serve);
        Files.writeString(file, option.substring(2) + ":\n");
        assertRejected(new SettingsFile(Map.of(), file), "has no value for \"" + option.substring(2) + "\"", serve);
        assertThat(AdminToken.file(folder)).doesNotExist();
    }

    private void assertRejected(SettingsFile settings, String message, String... arguments) {
        errors.getBuffer().setLength(0);
        assertThat(run(settings, arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void anUnusableDataFolderIsReportedInOneLine(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Path below = file.resolve("data");
        Path taken = folder.resolve("taken");
        Files.createDirectories(AdminToken.file(taken));
        for (Path unusable : new Path[] {file, below, taken}) {
            assertRejected(
                    new SettingsFile(Map.of(), Path.of("no-such-file.yml")),
                    "--data-dir " + unusable + " cannot be used for the admin token (",
                    "serve",
                    "--data-dir",
                    unusable.toString());
            assertThat(errors.toString()).doesNotContain("\tat ").doesNotContain("Exception");
        }
    }

    @Test
    void helpAdvisesToKeepTokensOffTheCommandLine() {
        String help = new CommandLine(new ServeCommand()).getUsageMessage();
        assertThat(help.replaceAll("\\s+", " "))
                .contains("Better set as WEIR_ADMIN_TOKEN, since ps shows command lines.")
                .contains("Better set as WEIR_CHECK_TOKEN, since ps shows command lines.")
                .doesNotContain("serve --check-token")
                .doesNotContain("0.0.0.0 --check-token");
    }

    @Test
    void everyLogLineIsJsonOnRequestAndVariablesOfSpringChangeNoOption(@TempDir Path folder) throws Exception {
        Map<String, String> environment =
                Map.of("WEIR_DEADLNE", "9ms", "SERVER_PORT", "tcp://10.0.0.1:80", "SERVER_ADDRESS", "192.0.2.1");
        try (ServeProcess service = ServeProcess.start(folder, environment, "--logs=json")) {
            assertThat(new Calls(service.port()).check("key=a").statusCode()).isEqualTo(200);
            assertThat(service.stop().lines())
                    .allSatisfy(line -> assertThat(
                                    JsonMapper.shared().readTree(line).isObject())
                            .as(line)
                            .isTrue())
                    .anyMatch(line -> line.contains("Weir is ready.") && line.contains("token in "))
                    .anyMatch(line -> line.contains("did you mean WEIR_DEADLINE?"));
        }
    }

    @Test
    void aPolicyFileThatIsNotInForceIsReportedWithThePushCommand(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("p.yml"), "rules:\n  - {name: a, per: ip, limit: 1/s}\n");
        PolicySettings policy =
                new PolicySettings(Optional.of(file), PolicySettings.Source.DOCUMENT, Optional.of(folder));
        ServiceSettings settings =
                new ServiceSettings(0, "127.0.0.1", new Access("t", Optional.empty())).withPolicy(policy);
        try (WeirService first = WeirService.start(settings)) {
            assertThat(PolicyOptions.ignored(policy, first.policy())).isEmpty();
        }
        Files.writeString(file, "rules:\n  - {name: a, per: ip, limit: 2/s}\n");
        try (WeirService second = WeirService.start(settings)) {
            assertThat(PolicyOptions.ignored(policy, second.policy()))
                    .contains("--policy " + file
                            + " is not in force, because it differs from version 1 of the policy, which"
                            + " was there before. To put it in force: weir policy push " + file);
        }
    }
}
