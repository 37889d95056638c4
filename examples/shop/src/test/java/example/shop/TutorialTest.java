package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tutorial quotes the policy that is in force. */
final class TutorialTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "tutorials", "shop.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
    private static final long MOST_BYTES = 150 * 1024;

    @Test
    void everyBlockIsInThePolicyWordForWord() throws IOException {
        String policy = Files.readString(Path.of("src", "main", "resources", "policy.yml"));
        List<String> blocks = BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks)
                .hasSizeGreaterThan(8)
                .allSatisfy(block -> assertThat(policy).contains(block));
    }

    @Test
    void everyPictureIsThereAndSmall() throws IOException {
        Matcher picture = Pattern.compile("]\\(([^)]+\\.png)\\)").matcher(Files.readString(PAGE));
        int pictures = 0;
        while (picture.find()) {
            assertThat(PAGE.resolveSibling(picture.group(1)).normalize()).isRegularFile();
            assertThat(Files.size(PAGE.resolveSibling(picture.group(1)))).isLessThan(MOST_BYTES);
            pictures++;
        }
        assertThat(pictures).isPositive();
    }
}
