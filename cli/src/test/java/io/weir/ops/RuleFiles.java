package io.weir.ops;

import io.weir.blackbox.PrometheusTools;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules in ops/prometheus. */
final class RuleFiles {

    private RuleFiles() {}

    static List<JsonNode> alerts() throws IOException {
        return rules("alerts.yml", "");
    }

    /** @param group the name of the group, or the beginning of the name */
    static List<JsonNode> alerts(String group) throws IOException {
        return rules("alerts.yml", group);
    }

    static List<JsonNode> recordings() throws IOException {
        return rules("recording.yml", "");
    }

    private static List<JsonNode> rules(String file, String group) throws IOException {
        Object document = new Yaml()
                .load(Files.readString(PrometheusTools.OPS.resolve("prometheus").resolve(file)));
        List<JsonNode> rules = new ArrayList<>();
        JsonMapper.shared()
                .valueToTree(document)
                .path("groups")
                .valueStream()
                .filter(each -> each.path("name").asString().startsWith(group))
                .forEach(each -> each.path("rules").forEach(rules::add));
        return rules;
    }
}
