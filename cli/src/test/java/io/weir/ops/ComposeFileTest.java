package io.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.PrometheusTools;
import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.cli.serve.ServeCommand;
import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** ops/compose.yml agrees with the files beside it and with the service's options. */
final class ComposeFileTest {

    private static JsonNode services() throws IOException {
        Object document = new Yaml().load(Files.readString(PrometheusTools.OPS.resolve("compose.yml")));
        return JsonMapper.shared().valueToTree(document).path("services");
    }

    @Test
    void everyMountedFileExists() throws IOException {
        List<Path> missing = new ArrayList<>();
        int mounted = 0;
        for (JsonNode service : services()) {
            for (JsonNode volume : service.path("volumes")) {
                mounted++;
                Path file = PrometheusTools.OPS.resolve(volume.asString().split(":", -1)[0]);
                if (!Files.exists(file)) {
                    missing.add(file);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(mounted).isEqualTo(4);
        assertThat(PrometheusTools.OPS
                        .resolve("..")
                        .resolve(services().at("/weir/build/dockerfile").asString()))
                .exists();
    }

    @Test
    void theServiceStartsWithItsOptions(@TempDir Path data) throws Exception {
        String[] words = services()
                .at("/weir/command")
                .valueStream()
                .map(word -> word.asString()
                        .replace("/tmp/weir", data.toString())
                        .replace("/etc/weir/", Path.of("..", "policies") + "/"))
                .toArray(String[]::new);
        ParseResult parsed = Weir.commandLine(
                        new SettingsFile(Map.of("WEIR_ADMIN_TOKEN", "secret"), Path.of("no-such-file.yml")))
                .parseArgs(words)
                .subcommand();
        ServiceSettings settings = ((ServeCommand) parsed.commandSpec().userObject()).settings();
        assertThat(settings.store().redis()).contains("redis://redis");
        assertThat(settings.policy()).isNotEqualTo(PolicySettings.NONE);
        assertThat(services().at("/weir/ports/0").asString()).endsWith(":" + settings.port());
    }

    /** Prometheus and Grafana share the service's network, so the address in prometheus.yml is right. */
    @Test
    void prometheusAndGrafanaReachTheService() throws IOException {
        String prometheus =
                Files.readString(PrometheusTools.OPS.resolve("prometheus").resolve("prometheus.yml"));
        assertThat(prometheus).contains("127.0.0.1:8080");
        for (String name : List.of("prometheus", "grafana")) {
            assertThat(services().at("/" + name + "/network_mode").asString()).isEqualTo("service:weir");
        }
    }
}
