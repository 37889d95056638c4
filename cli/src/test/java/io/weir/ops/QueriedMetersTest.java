package io.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.blackbox.Instance;
import io.weir.blackbox.PrometheusTools;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.envoy.EnvoySettings;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server under load exports every metric and label in queries of the dashboard, alerts, recording rules and pages. */
final class QueriedMetersTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern QUERIES = Pattern.compile("(?s)```promql\n(.*?)```");
    private static final Pattern PANEL = Pattern.compile("(?:dashboard, |^)\"([^\"]+)\"");

    private static final String POLICY = """
            bypass:
              - {name: monitoring, cidr: 192.0.2.0/24}
            rules:
              - {name: tight, per: ip, limit: 3/h}
              - {name: watched, per: ip, limit: 1/h, mode: shadow}
            """;

    private static final RedisServer REDIS = RedisServer.start();

    @TempDir
    private static Path folder;

    @AutoClose
    private static WeirService service;

    private static ExportedSeries exported = new ExportedSeries(List.of());

    @BeforeAll
    static void load() throws Exception {
        service = WeirService.start(
                new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                        .withStore(StoreSettings.redis(REDIS.uri()))
                        .withGuard(GuardSettings.on(DatabaseSettings.in(folder))),
                Optional.of(new EnvoySettings(
                        Path.of("..", "examples", "envoy", "config"), "127.0.0.1", 0, false, anybody -> true)));
        Calls calls = new Calls(service.port());
        assertThat(new Instance(service.port()).push(POLICY).status()).isEqualTo(200);
        for (int i = 0; i < 6; i++) {
            calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/\",\"ip\":\"198.51.100.1\"}");
        }
        calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/\",\"ip\":\"192.0.2.1\"}");
        calls.check("key=free");
        calls.send("POST", "/json", """
                {"domain":"shop","descriptors":[{"entries":[{"key":"user","value":"u"}]}]}""");
        exported =
                ExportedSeries.of(calls.send("GET", "/actuator/prometheus", "").body());
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared()
                .readTree(
                        Files.readString(PrometheusTools.OPS.resolve("grafana").resolve("weir.json")));
    }

    /** Returns the queries of the dashboard by the titles of their panels. */
    private static Map<String, List<String>> panels() throws IOException {
        Map<String, List<String>> panels = new HashMap<>();
        dashboard()
                .path("panels")
                .forEach(panel -> panels.put(
                        panel.path("title").asString(),
                        panel.path("targets")
                                .valueStream()
                                .map(target -> target.path("expr").asString())
                                .toList()));
        return panels;
    }

    private static List<PromQuery> queries() throws IOException {
        List<String> texts = new ArrayList<>();
        panels().values().forEach(texts::addAll);
        dashboard()
                .at("/annotations/list")
                .forEach(each -> texts.add(each.path("expr").asString()));
        RuleFiles.alerts().forEach(alert -> texts.add(alert.path("expr").asString()));
        RuleFiles.recordings().forEach(rule -> texts.add(rule.path("expr").asString()));
        try (Stream<Path> pages = Files.walk(DOCS)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                QUERIES.matcher(Files.readString(page)).results().forEach(found -> texts.add(found.group(1)));
            }
        }
        return texts.stream().map(PromQuery::of).toList();
    }

    private static Map<String, PromQuery> recordings() throws IOException {
        Map<String, PromQuery> recordings = new HashMap<>();
        RuleFiles.recordings()
                .forEach(rule -> recordings.put(
                        rule.path("record").asString(),
                        PromQuery.of(rule.path("expr").asString())));
        return recordings;
    }

    @Test
    void everyMetricIsExportedWithTheLabelsThatSelectIt() throws IOException {
        Map<String, PromQuery> recordings = recordings();
        Set<PromQuery.Selector> missing = new HashSet<>();
        int asked = 0;
        for (PromQuery query : queries()) {
            for (PromQuery.Selector selector : query.selectors()) {
                asked++;
                List<String> chosenBy = selector.matchers().stream()
                        .map(PromQuery.Matcher::label)
                        .toList();
                boolean known = recordings.containsKey(selector.metric())
                        ? labels(selector.metric(), recordings).containsAll(chosenBy)
                        : exported.has(selector);
                if (!known) {
                    missing.add(selector);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(asked).isGreaterThan(100);
    }

    @Test
    void everyLabelInAGroupingIsExported() throws IOException {
        Map<String, PromQuery> recordings = recordings();
        for (PromQuery query : queries()) {
            Set<String> labels = new HashSet<>();
            query.selectors().forEach(selector -> labels.addAll(labels(selector.metric(), recordings)));
            assertThat(labels).as(query.text()).containsAll(query.groupings());
        }
    }

    /** Returns the labels of a metric; a recorded metric has the labels by which its query groups. */
    private static Set<String> labels(String metric, Map<String, PromQuery> recordings) {
        PromQuery query = recordings.get(metric);
        if (query == null) {
            return exported.labels(metric);
        }
        Set<String> labels = new HashSet<>(query.groupings());
        if (labels.isEmpty()) {
            query.selectors().forEach(selector -> labels.addAll(labels(selector.metric(), recordings)));
        }
        labels.remove("le");
        return labels;
    }

    @Test
    void everyPanelThatAlertsNameIsOnTheDashboard() throws IOException {
        Set<String> named = new HashSet<>();
        for (JsonNode alert : RuleFiles.alerts()) {
            PANEL.matcher(alert.at("/annotations/description").asString())
                    .results()
                    .forEach(panel -> named.add(panel.group(1)));
        }
        assertThat(panels().keySet()).containsAll(named);
        assertThat(named).hasSizeGreaterThan(3);
    }
}
