package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import io.weir.service.envoy.EnvoySettings;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters that a service on Redis with a policy and Envoy exports under load are those in docs/metrics.md. */
final class MetricsTest {

    private static final Access ACCESS = new Access(Calls.ADMIN, Optional.empty());
    /** Begins the meaning of a meter that the service does not have. */
    private static final String OF_APPLICATIONS = "| in applications with ";

    private static final Pattern ROW = Pattern.compile("\\| `([a-z_]+)` \\|([^|]*)\\| .*");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)\\{(.*)} .*");
    private static final Pattern TAG = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** The labels that every meter has, or every bucket of a histogram. */
    private static final Set<String> ALWAYS = Set.of("application", "le");

    @TempDir
    private static Path folder;

    private static RedisServer redis;
    private static WeirService service;
    private static Calls calls;

    @BeforeAll
    static void start() throws Exception {
        Path policy = Files.writeString(folder.resolve("policy.yml"), """
                rules:
                  - {name: users, per: user, limit: 3/h}
                  - {name: node, per: ip, limit: 1000/h, scope: node}
                  - {name: keys, match: {key: 'user:*'}, per: key, limit: 3/h}
                  - {name: watched, per: ip, limit: 1/h, mode: shadow}
                bypass:
                  - {name: batch, user: robot}
                """);
        Path envoy = Files.createDirectory(folder.resolve("envoy"));
        Files.writeString(
                envoy.resolve("shop.yaml"),
                "domain: shop\ndescriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: 1}}]");
        redis = RedisServer.start();
        service = WeirService.start(
                new ServiceSettings(0, "127.0.0.1", ACCESS)
                        .withStore(ServiceContract.withoutTimeouts(redis))
                        .withPolicy(new PolicySettings(
                                Optional.of(policy), PolicySettings.Source.DOCUMENT, Optional.empty()))
                        .withGuard(GuardSettings.on(DatabaseSettings.in(folder))),
                Optional.of(new EnvoySettings(envoy, "127.0.0.1", 0, false, ACCESS::mayCheck)));
        calls = new Calls(service.port());
        load(5);
    }

    @AfterAll
    static void stop() {
        service.close();
        redis.close();
    }

    /** Sends each kind of call this many times. */
    private static void load(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            calls.check("key=plain");
            calls.check("key=user:42");
            calls.remaining("key=user:42");
            evaluate("oncall", 1);
            evaluate("robot", 1);
        }
        calls.reset("key=user:42");
    }

    private static void evaluate(String user, int address) throws Exception {
        calls.post(
                "evaluate",
                "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"" + user + "\",\"ip\":\"192.0.2." + address + "\"}");
    }

    /** Returns the names of the labels of each of the service's own meters. */
    private static Map<String, Set<String>> exported() throws Exception {
        String text = calls.send("GET", "/actuator/prometheus", "").body();
        Set<String> families = text.lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ", 4)[2])
                .filter(name -> name.matches("(rate_limiter|api|guard)_.*"))
                .filter(name -> !name.endsWith("_max"))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, Set<String>> tags = new TreeMap<>();
        families.forEach(family -> tags.put(family, new TreeSet<>()));
        samples(text).forEach(sample -> {
            String family = families.contains(sample.group(1))
                    ? sample.group(1)
                    : sample.group(1).replaceFirst("_(bucket|count|sum|max)$", "");
            if (tags.containsKey(family)) {
                TAG.matcher(sample.group(2))
                        .results()
                        .map(tag -> tag.group(1))
                        .filter(name -> !ALWAYS.contains(name))
                        .forEach(tags.get(family)::add);
            }
        });
        return tags;
    }

    private static List<Matcher> samples(String text) {
        return text.lines().map(SAMPLE::matcher).filter(Matcher::matches).toList();
    }

    private static Map<String, Set<String>> documented() throws Exception {
        Map<String, Set<String>> rows = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "docs", "metrics.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !line.contains(OF_APPLICATIONS)) {
                Set<String> tags = Arrays.stream(row.group(2).split(",", -1))
                        .map(tag -> tag.strip().replace("`", ""))
                        .filter(tag -> !tag.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));
                rows.put(row.group(1), tags);
            }
        }
        return rows;
    }

    @Test
    void theDocumentedTableEqualsTheExportedMeters() throws Exception {
        assertThat(documented()).hasSizeGreaterThan(20);
        assertThat(exported()).isEqualTo(documented());
    }

    private static double value(String name, String... tags) throws Exception {
        return calls.send("GET", "/actuator/prometheus", "")
                .body()
                .lines()
                .filter(line ->
                        line.startsWith(name + "{") && Arrays.stream(tags).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void theMetersCountTheLoad() throws Exception {
        evaluate("deployer", 7);
        double denied = value("api_rate_limit_exceeded_total", "rule=\"users\"", "mode=\"enforce\"");
        double charges = value("rate_limiter_store_calls_seconds_count", "call=\"charge\"", "outcome=\"ok\"");
        double batches = value("rate_limiter_redis_batch_size_sum");
        for (int i = 0; i < 4; i++) {
            evaluate("carl", 8);
        }
        assertThat(value("api_rate_limit_exceeded_total", "rule=\"users\"", "mode=\"enforce\"") - denied)
                .isEqualTo(1);
        assertThat(value("rate_limiter_store_calls_seconds_count", "call=\"charge\"", "outcome=\"ok\"") - charges)
                .isEqualTo(4);
        assertThat(value("rate_limiter_redis_batch_size_sum") - batches).isEqualTo(4);
        assertThat(value("rate_limiter_bypassed_total", "by=\"batch\"")).isEqualTo(5);
        assertThat(value("rate_limiter_policy_mode")).isZero();
    }

    @Test
    void theModeAndTheVersionFollowThePolicy() throws Exception {
        double reloads = value("rate_limiter_policy_reloads_total", "result=\"ok\"");
        calls.send("PUT", "/api/v1/policies/mode", "{\"mode\": \"shadow\"}");
        assertThat(value("rate_limiter_policy_mode")).isEqualTo(1);
        double version = value("rate_limiter_policy_version");
        calls.send("PUT", "/api/v1/policies/mode", "{\"mode\": \"enforce\"}");
        assertThat(value("rate_limiter_policy_mode")).isZero();
        assertThat(value("rate_limiter_policy_version")).isEqualTo(version + 1);
        assertThat(value("rate_limiter_policy_reloads_total", "result=\"ok\"")).isEqualTo(reloads + 2);
    }

    @Test
    void aThousandSubjectsAddNoSeries() throws Exception {
        long before = samples(calls.send("GET", "/actuator/prometheus", "").body()).stream()
                .filter(sample -> sample.group(1).startsWith("rate_limiter_")
                        || sample.group(1).startsWith("api_"))
                .count();
        for (int i = 0; i < 500; i++) {
            calls.check("key=plain-" + i);
            evaluate("user-" + i, i % 200);
        }
        List<Matcher> after = samples(
                        calls.send("GET", "/actuator/prometheus", "").body())
                .stream()
                .filter(sample -> sample.group(1).startsWith("rate_limiter_")
                        || sample.group(1).startsWith("api_"))
                .toList();
        assertThat(after)
                .hasSize((int) before)
                .noneMatch(sample -> sample.group(2).contains("plain-"));
    }
}
