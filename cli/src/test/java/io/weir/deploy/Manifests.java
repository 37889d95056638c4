package io.weir.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The objects of the Kubernetes files in deploy. */
final class Manifests {

    private static final List<JsonNode> ALL = read("kubernetes.yaml", "valkey.yaml", "service-monitor.yaml");

    private Manifests() {}

    private static List<JsonNode> read(String... files) {
        List<JsonNode> objects = new ArrayList<>();
        for (String file : files) {
            try {
                new Yaml()
                        .loadAll(Files.readString(Path.of("..", "deploy", file)))
                        .forEach(document -> objects.add(JsonMapper.shared().valueToTree(document)));
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
        }
        return objects;
    }

    static List<JsonNode> ofKind(String kind) {
        return ALL.stream()
                .filter(each -> each.path("kind").asString().equals(kind))
                .toList();
    }

    static JsonNode named(String kind, String name) {
        return ofKind(kind).stream()
                .filter(each -> each.at("/metadata/name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("deploy has no " + kind + " " + name));
    }

    static JsonNode pod(String deployment) {
        return named("Deployment", deployment).at("/spec/template/spec");
    }

    static JsonNode container(String deployment) {
        return pod(deployment).at("/containers/0");
    }

    static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    static Stream<JsonNode> secretKeys() {
        return ofKind("Deployment").stream()
                .flatMap(each -> each.at("/spec/template/spec/containers/0/env").valueStream())
                .map(variable -> variable.at("/valueFrom/secretKeyRef"))
                .filter(JsonNode::isObject);
    }
}
