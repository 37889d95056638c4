package io.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.cli.serve.ServeCommand;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.access.AdminToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files in deploy agree with the service's options, exit codes, paths and meters. */
final class DeployFilesTest {

    private static final Path ROOT = Path.of("..");
    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));

    @TempDir
    static Path dataDir = Path.of("");

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private static String file(String path) throws IOException {
        return Files.readString(ROOT.resolve(path));
    }

    /** Returns the settings that {@code weir serve} reads from these variables and arguments. */
    private static ServiceSettings settings(Map<String, String> environment, List<String> arguments) throws Exception {
        Map<String, String> all = new HashMap<>(environment);
        all.put("WEIR_DATA_DIR", dataDir.toString());
        SettingsFile source = new SettingsFile(all, Path.of("no-such-file.yml"));
        CommandLine.ParseResult parsed = Weir.commandLine(source)
                .parseArgs(arguments.toArray(String[]::new))
                .subcommand();
        return ((ServeCommand) parsed.commandSpec().userObject()).settings();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + SERVICE.port() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theUnitStartsTheServiceAndKnowsItsExitCodes() throws Exception {
        String unit = file("deploy/weir.service");
        String options = unit.lines()
                .filter(line -> line.startsWith("ExecStart="))
                .map(line -> line.substring(line.indexOf("weir.jar ") + "weir.jar ".length()))
                .findFirst()
                .orElseThrow();
        String inState = options.replace("%S", dataDir.toString());
        assertThat(settings(Map.of(), Arrays.asList(inState.split(" ", -1))).bind())
                .isEqualTo("127.0.0.1");
        assertThat(AdminToken.file(dataDir.resolve("weir"))).exists();
        assertThat(unit)
                .contains("\nStateDirectory=weir\n")
                .contains("\nRestartPreventExitStatus=" + CommandLine.ExitCode.USAGE + "\n")
                .contains("\nSuccessExitStatus=143\n");
    }

    @Test
    void everyProbeIsAnswered() throws Exception {
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            String path = Manifests.container("weir")
                    .at("/" + probe + "/httpGet/path")
                    .asString();
            assertThat(get(path).statusCode()).as(probe).isEqualTo(200);
        }
    }

    @Test
    void theImageRunsTheJarThatItBuilds() throws Exception {
        String containerfile = file("deploy/Containerfile");
        assertThat(containerfile)
                .contains("COPY --from=build /src/cli/target/weir.jar /opt/weir/weir.jar\n")
                .contains(" /src/deploy/weir /usr/local/bin/weir\n");
        assertThat(file("deploy/image/pom.xml")).contains("<from>../../cli/target</from>");
        assertThat(json(containerfile, "ENTRYPOINT")).endsWith("-jar", "/opt/weir/weir.jar");
        assertThat(settings(
                                Map.of("WEIR_CHECK_TOKEN", "check-token", "WEIR_ADMIN_TOKEN", "admin-token"),
                                json(containerfile, "CMD"))
                        .bind())
                .isEqualTo("0.0.0.0");
    }

    /** Otherwise the cluster would run something else than a trial with docker run. */
    @Test
    void thePodRunsTheImagesUserCommandAndDataFolder() throws Exception {
        String containerfile = file("deploy/Containerfile");
        assertThat(Manifests.strings(Manifests.container("weir").path("args"))).containsAll(json(containerfile, "CMD"));
        assertThat(Manifests.container("weir").has("command")).isFalse();
        JsonNode user = Manifests.pod("weir").path("securityContext");
        assertThat(containerfile)
                .contains("\nUSER " + user.path("runAsUser") + ":" + user.path("runAsGroup") + "\n")
                .contains("\nENV WEIR_DATA_DIR=/var/lib/weir\n")
                .contains("-t " + Manifests.container("weir").path("image").asString() + " .");
    }

    @Test
    void jibWritesTheImageOfTheContainerfile() throws Exception {
        String containerfile = file("deploy/Containerfile");
        assertThat(file("deploy/image/pom.xml"))
                .contains("<image>" + last(containerfile, "FROM").replace("docker.io/library/", "") + "</image>")
                .contains("<image>" + Manifests.container("weir").path("image").asString() + "</image>")
                .contains("<user>" + last(containerfile, "USER") + "</user>")
                .contains("<workingDirectory>" + last(containerfile, "WORKDIR") + "</workingDirectory>")
                .contains("<port>" + last(containerfile, "EXPOSE") + "</port>")
                .contains("<entrypoint>" + String.join(",", json(containerfile, "ENTRYPOINT")) + "</entrypoint>")
                .contains("<args>" + String.join(",", json(containerfile, "CMD")) + "</args>")
                .contains("<WEIR_DATA_DIR>/var/lib/weir</WEIR_DATA_DIR>");
    }

    private static String last(String containerfile, String instruction) {
        return containerfile
                .lines()
                .filter(line -> line.startsWith(instruction + " "))
                .reduce((first, second) -> second)
                .orElseThrow()
                .substring(instruction.length() + 1);
    }

    private static List<String> json(String containerfile, String instruction) {
        return containerfile
                .lines()
                .filter(line -> line.startsWith(instruction + " "))
                .map(line -> Manifests.strings(JsonMapper.shared().readTree(line.substring(instruction.length()))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theDocumentedMetersExist() throws Exception {
        String meters = get("/actuator/prometheus").body();
        assertThat(Pattern.compile("`((rate_limiter|process)_\\w+)")
                        .matcher(file("docs/deploying.md"))
                        .results()
                        .map((MatchResult name) -> name.group(1)))
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(meters).contains("\n" + name));
    }
}
