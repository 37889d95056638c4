package io.weir.spring.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policyfile.PolicyReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.DefaultResourceLoader;

/** The settings in docs/spring.md and in the metadata for editors match the code. */
final class DocumentedSettingsTest {

    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static String page() throws Exception {
        return Files.readString(Path.of("..", "docs", "spring.md"));
    }

    @Test
    void everyYamlExampleIsValid() throws Exception {
        List<String> pieces =
                YAML.matcher(page()).results().map(match -> match.group(1)).toList();
        assertThat(pieces).isNotEmpty();
        for (String piece : pieces) {
            StandardEnvironment environment = new StandardEnvironment();
            new YamlPropertySourceLoader()
                    .load("piece", new ByteArrayResource(piece.getBytes(StandardCharsets.UTF_8)))
                    .forEach(environment.getPropertySources()::addLast);
            ConfiguredPolicy source =
                    new ConfiguredPolicy(PolicyReader.create(), environment, new DefaultResourceLoader());
            assertThat(source.read(Optional.empty())).isNotNull();
        }
    }

    @Test
    void theExampleEqualsTheOneOnThePages() throws Exception {
        String example = Files.readString(
                Path.of("..", "examples", "spring-boot", "src", "main", "resources", "application.yml"));
        String tutorial = Files.readString(Path.of("..", "docs", "tutorials", "spring.md"));
        for (String page : List.of(page(), tutorial)) {
            assertThat(example)
                    .contains(YAML.matcher(page)
                            .results()
                            .findFirst()
                            .orElseThrow()
                            .group(1));
        }
    }

    @Test
    void theJavaOfTheExampleIsOnThePage() throws Exception {
        Path sources = Path.of("..", "examples", "spring-boot", "src");
        for (String file : List.of(
                "main/java/example/AccountTiers.java",
                "main/java/example/OwnRefusals.java",
                "test/java/example/ShopLimitsTest.java")) {
            String source = Files.readString(sources.resolve(file));
            assertThat(page()).contains(source.substring(source.indexOf("import ")));
        }
        String keys = Files.readString(Path.of("..", "compat", "src", "test", "java", "io", "weir", "compat")
                .resolve("PartnerKeys.java"));
        assertThat(page()).contains(keys.substring(keys.indexOf("import ")));
    }

    @Test
    void everySettingIsOnThePage() throws Exception {
        assertThat(page())
                .contains(RateLimitProperties.names().stream()
                        .map(name -> "`" + name)
                        .toList());
    }

    @Test
    void editorsKnowEveryProperty() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String name : RateLimitProperties.names()) {
                assertThat(metadata).contains("\"name\": \"rate-limit." + name + "\"");
            }
            assertThat(metadata)
                    .contains("\"name\": \"rate-limit.endpoints\"", "\"name\": \"rate-limit.rules\"")
                    .contains("\"name\": \"rate-limit.safeguards.deadline\"")
                    .contains("\"name\": \"rate-limit.guard.pepper\"")
                    .contains("\"name\": \"rate-limit.guard.keys.authenticate\"");
        }
    }
}
