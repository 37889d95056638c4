package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the files in deploy say fits the service: its options, exit codes, paths and meters. */
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

    private static JsonNode kubernetes(String kind) throws IOException {
        for (Object document : new Yaml().loadAll(file("deploy/kubernetes.yaml"))) {
            JsonNode node = JsonMapper.shared().valueToTree(document);
            if (node.path("kind").asString().equals(kind)) {
                return node;
            }
        }
        throw new AssertionError("deploy/kubernetes.yaml has no " + kind);
    }

    private static JsonNode container() throws IOException {
        return kubernetes("Deployment").at("/spec/template/spec/containers/0");
    }

    /** The settings that {@code weir} makes of these, as it does when it starts. */
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

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(node -> strings.add(node.asString()));
        return strings;
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
    void thePodStartsTheServiceWithItsTokens() throws Exception {
        Map<String, String> environment = new HashMap<>();
        container()
                .path("env")
                .forEach(variable -> environment.put(
                        variable.path("name").asString(),
                        variable.at("/valueFrom/secretKeyRef/key").asString()));
        ServiceSettings settings = settings(environment, strings(container().path("args")));
        assertThat(settings.access().mayCheck("Bearer check-token")).isTrue();
        assertThat(settings.access().mayCheck("Bearer other")).isFalse();
        assertThat(settings.access().mayAdminister("Bearer admin-token")).isTrue();
        assertThat(container().at("/ports/0/containerPort").asInt()).isEqualTo(settings.port());
    }

    @Test
    void theClustersVariablesAreKeptFromTheService() throws Exception {
        assertThat(kubernetes("Service").at("/metadata/name").asString()).isEqualTo("weir");
        assertThat(kubernetes("Deployment")
                        .at("/spec/template/spec/enableServiceLinks")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void everyProbeIsAnswered() throws Exception {
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            String path = container().at("/" + probe + "/httpGet/path").asString();
            assertThat(get(path).statusCode()).as(probe).isEqualTo(200);
        }
    }

    @Test
    void theImageRunsTheJarThatItBuilds() throws Exception {
        String containerfile = file("deploy/Containerfile");
        assertThat(containerfile).contains("COPY --from=build /src/service/target/weir.jar /opt/weir/weir.jar\n");
        assertThat(json(containerfile, "ENTRYPOINT")).endsWith("-jar", "/opt/weir/weir.jar");
        assertThat(settings(
                                Map.of("WEIR_CHECK_TOKEN", "check-token", "WEIR_ADMIN_TOKEN", "admin-token"),
                                json(containerfile, "CMD"))
                        .bind())
                .isEqualTo("0.0.0.0");
        String user = "USER " + kubernetes("Deployment").at("/spec/template/spec/securityContext/runAsUser");
        assertThat(containerfile).contains("\n" + user + ":");
    }

    private static List<String> json(String containerfile, String instruction) {
        return containerfile
                .lines()
                .filter(line -> line.startsWith(instruction + " "))
                .map(line -> strings(JsonMapper.shared().readTree(line.substring(instruction.length()))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theMetersToWatchExist() throws Exception {
        String meters = get("/actuator/prometheus").body();
        assertThat(Pattern.compile("`((rate_limiter|process)_\\w+)")
                        .matcher(file("docs/deploying.md"))
                        .results()
                        .map((MatchResult name) -> name.group(1)))
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(meters).contains("\n" + name));
    }
}
