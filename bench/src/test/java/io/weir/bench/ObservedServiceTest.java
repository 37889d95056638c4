package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.PrometheusProcess;
import io.weir.blackbox.PrometheusTools;
import io.weir.blackbox.ServeProcess;
import io.weir.cli.command.SettingsFile;
import io.weir.testkit.redis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service on Redis that a real Prometheus scrapes, with the alerts in ops/prometheus. */
final class ObservedServiceTest {

    private static final Pattern QUERIES = Pattern.compile("(?s)```promql\n(.*?)\n```");

    private static void awaitTrue(Callable<Boolean> fact) {
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(250))
                .until(fact);
    }

    /** Runs a scenario and returns the results of its crowds: first the noisy crowd, then the others. */
    private static JsonNode crowds(ServeProcess service, String scenario) throws Exception {
        StringWriter out = new StringWriter();
        String url = "http://127.0.0.1:" + service.port();
        int code = Bench.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .execute("bench", "--json", "--url", url, "--scenario", scenario, "--for", "4s");
        assertThat(code).as(out.toString()).isZero();
        return JsonMapper.shared().readTree(out.toString()).path("crowds");
    }

    @Test
    void alertsDistinguishAFloodFromAnOutageOfRedis(@TempDir Path folder) throws Exception {
        PrometheusTools.program("prometheus");
        Path policy = Path.of("..", "policies", "ready.yml").toAbsolutePath();
        try (RedisServer redis = RedisServer.start();
                ServeProcess service = ServeProcess.start(
                        Files.createDirectory(folder.resolve("service")),
                        Map.of("WEIR_REDIS", redis.uri()),
                        "--policy=" + policy);
                PrometheusProcess prometheus =
                        PrometheusProcess.start(Files.createDirectory(folder.resolve("prometheus")), service.port())) {
            // On a busy machine a scrape may have taken longer than a second, which looks as if the service were down.
            assertThat(prometheus.query("ALERTS{alertname!=\"WeirDown\"}")).isEmpty();

            JsonNode flood = crowds(service, "flood");
            double rejected = flood.path(0).path("rejected").asDouble();
            assertThat(flood.path(1).path("rejected").asLong()).isZero();
            awaitTrue(() -> prometheus.isPendingOrFiring("WeirRejectionFlood"));
            awaitTrue(() -> prometheus.value(documented("api_rate_limit_exceeded_total")) > 0.5 * rejected);
            JsonNode worst = prometheus
                    .query(documented("api_rate_limit_exceeded_total"))
                    .path(0);
            assertThat(worst.at("/metric/rule").asString()).isEqualTo("login-per-ip");
            assertThat(worst.at("/value/1").asDouble()).isBetween(0.5 * rejected, 1.5 * rejected);
            awaitTrue(() -> prometheus.value("sum(rate_limiter_check_seconds_count{allowed=\"false\"})") == rejected);
            assertThat(prometheus.isPendingOrFiring("WeirStoreGone")).isFalse();

            redis.kill();
            assertThat(crowds(service, "redis-outage").path(1).path("degraded").asLong())
                    .isPositive();
            awaitTrue(() -> prometheus.isPendingOrFiring("WeirStoreGone"));
            awaitTrue(() -> prometheus.isPendingOrFiring("WeirStoreErrors"));
            assertThat(prometheus.value(documented("rate_limiter_store_degraded")))
                    .isEqualTo(1);
        }
    }

    /** Returns the first query in docs/observing.md on this metric. */
    private static String documented(String metric) throws Exception {
        List<String> queries = QUERIES.matcher(Files.readString(Path.of("..", "docs", "observing.md")))
                .results()
                .flatMap(found -> found.group(1).lines())
                .filter(query -> query.contains(metric))
                .toList();
        assertThat(queries).as(metric).isNotEmpty();
        return queries.get(0);
    }
}
