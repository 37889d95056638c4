package io.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.cli.serve.ServeCommand;
import io.weir.service.PolicySettings.Source;
import io.weir.service.ServiceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The Kubernetes files in deploy agree with each other and with the service, as far as that shows without a cluster. */
final class KubernetesFilesTest {

    private static final String MOUNTED_POLICY = "/etc/weir";
    private static final String MOUNTED_DATA = "/var/lib/weir";

    @TempDir
    Path folder = Path.of("");

    private static final String PEPPER = "ab".repeat(32);

    /** The container's variables: a secret but the pepper has the name of its key as its value, and each $(NAME) is replaced. */
    private static Map<String, String> environment(String deployment) {
        Map<String, String> variables = new HashMap<>();
        for (JsonNode variable : Manifests.container(deployment).path("env")) {
            String secret = variable.at("/valueFrom/secretKeyRef/key").asString("");
            String value = variable.path("value").asString(secret.equals("pepper") ? PEPPER : secret);
            for (Map.Entry<String, String> earlier : variables.entrySet()) {
                value = value.replace("$(" + earlier.getKey() + ")", earlier.getValue());
            }
            variables.put(variable.path("name").asString(), value);
        }
        return variables;
    }

    /** Returns the settings of the pod, with its mounted folders in a folder of this test. */
    private ServiceSettings settings() throws Exception {
        JsonNode files = Manifests.named("ConfigMap", "weir-policy").path("data");
        for (Map.Entry<String, JsonNode> file : files.properties()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue().asString());
        }
        String[] arguments = Manifests.strings(Manifests.container("weir").path("args")).stream()
                .map(word -> word.replace(MOUNTED_POLICY, folder.toString())
                        .replace(MOUNTED_DATA, folder.resolve("data").toString()))
                .toArray(String[]::new);
        SettingsFile source = new SettingsFile(environment("weir"), Path.of("no-such-file.yml"));
        return ((ServeCommand) Weir.commandLine(source)
                        .parseArgs(arguments)
                        .subcommand()
                        .commandSpec()
                        .userObject())
                .settings();
    }

    @Test
    void theServiceStartsWithItsTokensPolicyAndRedis() throws Exception {
        ServiceSettings settings = settings();
        assertThat(settings.access().mayCheck("Bearer check-token")).isTrue();
        assertThat(settings.access().mayCheck("Bearer other")).isFalse();
        assertThat(settings.access().mayAdminister("Bearer admin-token")).isTrue();
        assertThat(settings.policy().policy()).contains(folder.resolve("policy.yml"));
        assertThat(settings.policy().source()).isEqualTo(Source.DOCUMENT);
        JsonNode valkey = Manifests.named("Service", "weir-valkey");
        assertThat(settings.store().redis())
                .contains(
                        "redis://:redis-password@" + valkey.at("/metadata/name").asString() + ":"
                                + valkey.at("/spec/ports/0/port").asInt());
        assertThat(Manifests.container("weir").at("/ports/0/containerPort").asInt())
                .isEqualTo(settings.port());
    }

    @Test
    void theVariablesOfTheClusterDoNotReachTheService() {
        assertThat(Manifests.named("Service", "weir").isObject()).isTrue();
        assertThat(Manifests.pod("weir").path("enableServiceLinks").asBoolean(true))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"weir", "weir-valkey"})
    void selectorsFindThePods(String name) {
        JsonNode deployment = Manifests.named("Deployment", name);
        JsonNode labels = deployment.at("/spec/template/metadata/labels");
        assertThat(labels.path("app").asString()).isEqualTo(name);
        assertThat(deployment.at("/spec/selector/matchLabels")).isEqualTo(labels);
        assertThat(Manifests.named("Service", name).at("/spec/selector")).isEqualTo(labels);
        assertThat(Manifests.named("NetworkPolicy", name).at("/spec/podSelector/matchLabels"))
                .isEqualTo(labels);
    }

    @Test
    void objectsForThePodsSelectThemToo() {
        JsonNode labels = Manifests.named("Deployment", "weir").at("/spec/template/metadata/labels");
        assertThat(Manifests.named("PodDisruptionBudget", "weir").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(Manifests.pod("weir").at("/topologySpreadConstraints/0/labelSelector/matchLabels"))
                .isEqualTo(labels);
        assertThat(Manifests.named("ServiceMonitor", "weir").at("/spec/selector/matchLabels"))
                .isEqualTo(Manifests.named("Service", "weir").at("/metadata/labels"));
        assertThat(Manifests.named("NetworkPolicy", "weir-valkey").at("/spec/ingress/0/from/0/podSelector/matchLabels"))
                .isEqualTo(labels);
        assertThat(Manifests.named("NetworkPolicy", "weir").at("/spec/egress/0/to/0/podSelector/matchLabels"))
                .isEqualTo(Manifests.named("Deployment", "weir-valkey").at("/spec/template/metadata/labels"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"weir", "weir-valkey"})
    void portsAreThoseOfTheContainer(String name) {
        JsonNode container = Manifests.container(name);
        Set<String> ports = new LinkedHashSet<>();
        container.path("ports").forEach(port -> ports.add(port.path("name").asString()));
        List<String> used = Stream.of(
                        container.findValues("httpGet").stream().map(probe -> probe.path("port")),
                        container.findValues("tcpSocket").stream().map(probe -> probe.path("port")),
                        Manifests.named("Service", name).findValues("targetPort").stream(),
                        Manifests.named("NetworkPolicy", name).at("/spec/ingress").findValues("port").stream())
                .flatMap(each -> each)
                .map(JsonNode::asString)
                .toList();
        assertThat(used)
                .hasSizeGreaterThan(3)
                .allSatisfy(port -> assertThat(ports).contains(port));
    }

    @Test
    void theMonitorScrapesAPortOfTheServiceAndValkeyIsReachableOnItsPort() {
        assertThat(Manifests.named("Service", "weir").at("/spec/ports/0/name"))
                .isEqualTo(Manifests.named("ServiceMonitor", "weir").at("/spec/endpoints/0/port"));
        assertThat(Manifests.named("NetworkPolicy", "weir")
                        .at("/spec/egress/0/ports/0/port")
                        .asInt())
                .isEqualTo(Manifests.container("weir-valkey")
                        .at("/ports/0/containerPort")
                        .asInt());
    }

    @Test
    void everyMountHasAVolumeAndEveryWrittenFolderIsMounted() {
        JsonNode mounts = Manifests.container("weir").path("volumeMounts");
        assertThat(Manifests.pod("weir").path("volumes").valueStream().map(volume -> volume.path("name")))
                .containsExactlyInAnyOrderElementsOf(mounts.findValues("name"));
        assertThat(Manifests.pod("weir").at("/volumes/0/configMap/name"))
                .isEqualTo(Manifests.named("ConfigMap", "weir-policy").at("/metadata/name"));
        assertThat(mounts.findValues("mountPath").stream().map(JsonNode::asString))
                .containsExactlyInAnyOrder(MOUNTED_POLICY, MOUNTED_DATA, "/tmp");
        assertThat(Manifests.strings(Manifests.container("weir").path("args")))
                .contains("--data-dir=" + MOUNTED_DATA)
                .anyMatch(word -> word.startsWith("--policy=" + MOUNTED_POLICY + "/"));
    }

    @Test
    void theSecretIsCreatedWithEveryKeyThatIsRead() throws Exception {
        Set<String> keys = Manifests.secretKeys()
                .map(key -> key.path("name").asString() + "/" + key.path("key").asString())
                .collect(Collectors.toSet());
        for (String file : List.of("deploy/kubernetes.yaml", "docs/deploying.md")) {
            String text = Files.readString(Path.of("..").resolve(file));
            assertThat(text).as(file).contains("kubectl create secret generic weir ");
            assertThat(Pattern.compile("--from-literal=([a-z-]+)=")
                            .matcher(text)
                            .results()
                            .map((MatchResult literal) -> "weir/" + literal.group(1)))
                    .as(file)
                    .containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    /** The pods keep the restricted pod security standard of Kubernetes, and have no access to the cluster's API. */
    @ParameterizedTest
    @ValueSource(strings = {"weir", "weir-valkey"})
    void containersHaveNoRightsTheyDoNotNeed(String name) {
        JsonNode pod = Manifests.pod(name);
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        JsonNode container = Manifests.container(name).path("securityContext");
        assertThat(container.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(container.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(container.at("/capabilities/drop/0").asString()).isEqualTo("ALL");
    }

    @Test
    void valkeyEvictsNoCounterAndNeedsItsPassword() {
        List<String> words =
                Manifests.strings(Manifests.container("weir-valkey").path("args"));
        assertThat(words)
                .containsSequence("--maxmemory-policy", "noeviction")
                .containsSequence("--requirepass", "$(REDIS_PASSWORD)");
        assertThat(environment("weir-valkey")).containsEntry("REDIS_PASSWORD", "redis-password");
    }
}
