package io.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java and the policies on the pages about challenges, bots and logins of Spring Security. */
final class DocumentedGuardTest {

    private static final Pattern TYPE = Pattern.compile("final class (\\w+)");

    private static List<String> blocks(String language, String page) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guard-challenges.md", "guard-bots.md", "guard-spring.md"})
    void theJavaCompiles(String page, @TempDir Path folder) throws IOException {
        for (String code : blocks("java", page)) {
            String type = TYPE.matcher(code).results().findFirst().orElseThrow().group(1);
            Path source = Files.writeString(folder.resolve(type + ".java"), code);
            String[] options = {
                "-proc:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString()
            };
            assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guard-bots.md", "guard-spring.md"})
    void thePoliciesAreRead(String page) throws IOException {
        for (String policy : blocks("yaml", page)) {
            assertThat(PolicyReader.create().read(page, policy).rules()).isNotEmpty();
        }
    }
}
