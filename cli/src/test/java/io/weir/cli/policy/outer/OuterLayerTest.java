package io.weir.cli.policy.outer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class OuterLayerTest {

    /** Nothing comes back during a test. */
    private static final String LIMITED = """
            rules:
              - {name: login, match: {path: /login, method: POST}, per: ip, limit: 1/min burst 5}
              - {name: "all.orders", match: {path: "/orders/{id}/**"}, per: global, limit: {algorithm: fixed-window, permits: 3, per: 1min}}
            """;

    @TempDir
    private Path folder = Path.of("");

    private static Policy policy(String text) {
        return PolicyReader.create().read("policy.yml", text);
    }

    private static OuterLayer.Exported export(OuterLayer layer, String text) {
        return layer.export(policy(text));
    }

    /** In a minute, one request comes back to each rule at the most. */
    private static void enforces(OuterProcess outer) throws IOException, InterruptedException {
        assertThat(outer.letThrough(20, "POST", "/login")).isBetween(5, 10);
        assertThat(outer.letThrough(20, "GET", "/login")).isEqualTo(20);
        assertThat(outer.letThrough(20, "POST", "/login/more")).isEqualTo(20);
        assertThat(outer.letThrough(20, "GET", "/free?path=/login")).isEqualTo(20);
        assertThat(outer.letThrough(10, "GET", "/orders/1") + outer.letThrough(10, "PUT", "/orders/2/items?a=b"))
                .isBetween(6, 12);
        assertThat(outer.letThrough(20, "GET", "/orders")).isEqualTo(20);
    }

    @Test
    void nginxEnforcesWhatIsExported() throws Exception {
        Optional<Path> nginx = OuterProcess.program("WEIR_TEST_NGINX", "nginx");
        assumeTrue(nginx.isPresent(), "There is no nginx here: name one in WEIR_TEST_NGINX, or put one on the PATH");
        int port = OuterProcess.freePort();
        Files.writeString(
                folder.resolve("weir.conf"), export(OuterLayer.NGINX, LIMITED).text());
        Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off;
                pid @/pid;
                events {}
                http {
                  access_log off;
                  client_body_temp_path @/body;
                  proxy_temp_path @/proxy;
                  fastcgi_temp_path @/fastcgi;
                  uwsgi_temp_path @/uwsgi;
                  scgi_temp_path @/scgi;
                  include @/weir.conf;
                  server {
                    listen 127.0.0.1:%d;
                    root @/pages;
                  }
                }
                """.replace("@", folder.toString())
                .formatted(port));
        List<String> command = List.of(
                nginx.get().toString(),
                "-p",
                folder.toString(),
                "-e",
                folder.resolve("error").toString(),
                "-c",
                configuration.toString());
        try (OuterProcess outer = OuterProcess.start(folder, port, command)) {
            enforces(outer);
        }
    }

    @Test
    void envoyEnforcesWhatIsExported() throws Exception {
        Optional<Path> envoy = OuterProcess.program("WEIR_TEST_ENVOY", "envoy");
        assumeTrue(envoy.isPresent(), "There is no Envoy here: name one in WEIR_TEST_ENVOY, or put one on the PATH");
        int port = OuterProcess.freePort();
        String filters = export(OuterLayer.ENVOY_LOCAL, LIMITED).text().indent(10);
        Path configuration = Files.writeString(folder.resolve("envoy.yaml"), """
                static_resources:
                  listeners:
                  - address: {socket_address: {address: 127.0.0.1, port_value: %d}}
                    filter_chains:
                    - filters:
                      - name: envoy.filters.network.http_connection_manager
                        typed_config:
                          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                          stat_prefix: test
                          route_config:
                            virtual_hosts:
                            - name: all
                              domains: ["*"]
                              routes:
                              - match: {prefix: "/"}
                                direct_response: {status: 200}
                          http_filters:
                %s          - name: envoy.filters.http.router
                            typed_config:
                              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
                """.formatted(port, filters));
        List<String> command = List.of(
                envoy.get().toString(),
                "-c",
                configuration.toString(),
                "--disable-hot-restart",
                "--concurrency",
                "1",
                "--log-level",
                "warning");
        try (OuterProcess outer = OuterProcess.start(folder, port, command)) {
            enforces(outer);
        }
    }

    @Test
    void awsWafGetsWhatARuleLetsThroughInAWindow() {
        JsonNode rules =
                JsonMapper.shared().readTree(export(OuterLayer.AWS_WAF, LIMITED).text());
        JsonNode login = rules.get(0).path("Statement").path("RateBasedStatement");
        assertThat(login.path("Limit").asLong()).isEqualTo(10);
        assertThat(login.path("EvaluationWindowSec").asLong()).isEqualTo(60);
        assertThat(login.path("AggregateKeyType").asString()).isEqualTo("IP");
        JsonNode conditions =
                login.path("ScopeDownStatement").path("AndStatement").path("Statements");
        assertThat(conditions
                        .get(0)
                        .path("RegexMatchStatement")
                        .path("RegexString")
                        .asString())
                .isEqualTo("^/login/?$");
        assertThat(conditions
                        .get(1)
                        .path("RegexMatchStatement")
                        .path("RegexString")
                        .asString())
                .isEqualTo("^(POST)$");
        JsonNode orders = rules.get(1).path("Statement").path("RateBasedStatement");
        assertThat(orders.path("AggregateKeyType").asString()).isEqualTo("CONSTANT");
        assertThat(rules.get(1).path("Name").asString()).matches("[\\w-]{1,128}");
    }

    @Test
    void cloudflareGetsTheRulesOfFixedPathsAndTheExceptions() {
        OuterLayer.Exported exported =
                export(OuterLayer.CLOUDFLARE, LIMITED + "bypass: [{name: office, cidr: 192.0.2.0/24}]\n");
        JsonNode rules = JsonMapper.shared().readTree(exported.text()).path("rules");
        assertThat(rules).hasSize(1);
        assertThat(rules.get(0).path("expression").asString())
                .isEqualTo("(http.request.uri.path in {\"/login\" \"/login/\"} and http.request.method in {\"POST\"}"
                        + " and not ip.src in {192.0.2.0/24})");
        assertThat(rules.get(0).path("ratelimit").path("requests_per_period").asLong())
                .isEqualTo(6);
        assertThat(exported.notes()).anyMatch(note -> note.startsWith("left out: all.orders"));
    }

    @Test
    void nginxKnowsTheExceptionsByTheirNetworks() {
        assertThat(export(OuterLayer.NGINX, LIMITED + "bypass: [{name: office, cidr: 192.0.2.0/24}]\n")
                        .text())
                .contains("  192.0.2.0/24 0;\n");
    }

    @Test
    void saysWhyARuleIsLeftOut() {
        List<String> notes = new ArrayList<>(export(OuterLayer.NGINX, """
                                rules:
                                  - {name: a, per: user, limit: 10/min}
                                  - {name: b, per: ip, limit: 10/min, mode: shadow}
                                  - {name: c, match: {callers: anonymous}, per: ip, limit: 10/min}
                                  - {name: d, match: {header: {x-a: b}}, per: ip, limit: 10/min}
                                  - {name: e, per: ip, limit: 10/min, count-on: [401]}
                                  - {name: f, per: ip, limit: 10/min, then: challenge}
                                  - {name: g, per: ip, limit: 10/day}
                                  - {name: h, per: ip, limit: 10/min}
                                """).notes());
        assertThat(notes)
                .containsExactly(
                        "left out: a, which counts by user, and an outer layer sees only addresses",
                        "left out: b, which denies nobody: its mode is shadow",
                        "left out: c, which depends on who calls, which an outer layer does not know",
                        "left out: d, which depends on a host, a header or a fact",
                        "left out: e, which counts by the status of responses",
                        "left out: f, which does more than deny",
                        "left out: g, since nginx knows no rate below one request a minute");
    }

    @Test
    void aCostMakesTheLimitSmaller() {
        assertThat(export(OuterLayer.NGINX, "rules: [{name: a, per: ip, limit: 120/min, cost: 10}]")
                        .text())
                .contains("rate=12r/m;")
                .contains("burst=11 nodelay;");
    }
}
