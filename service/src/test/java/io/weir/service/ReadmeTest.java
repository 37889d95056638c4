package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.access.Access;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The commands, links and benchmarks in the README exist and work. */
final class ReadmeTest {

    private static final Path ROOT = Path.of("..");

    private static String file(String name) throws IOException {
        return Files.readString(ROOT.resolve(name));
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theFirstTwoCommandsShowA200AndA429() throws Exception {
        List<String> targets = all("curl -i \"http://127\\.0\\.0\\.1:8080(\\S+)\"", file("README.md"));
        assertThat(targets).hasSize(2);
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("token", Optional.empty()));
        try (WeirService service = WeirService.start(settings)) {
            HttpResponse<String> allowed = get(service, targets.get(0));
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.headers().firstValue("X-RateLimit-Limit")).contains("100");
            HttpResponse<String> denied = get(service, targets.get(1));
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        }
    }

    private static HttpResponse<String> get(WeirService service, String target) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + service.port() + target);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void everyModuleIsLinked() throws IOException {
        String readme = file("README.md");
        assertThat(all("<module>(\\w[\\w-]*)", file("pom.xml")))
                .hasSizeGreaterThan(9)
                .allSatisfy(module -> assertThat(readme).contains("[" + module + "](" + module + ")"));
    }

    @Test
    void everyBenchmarkCanBeRun() throws IOException {
        String row = all("(?m)^\\| \\[benchmarks\\](.+)$", file("README.md")).get(0);
        assertThat(all("`(?:benchmarks/run )?(\\w+)`", row))
                .containsExactlyInAnyOrderElementsOf(all("(?m)^  (\\w+)\\) main=", file("benchmarks/run")));
    }
}
