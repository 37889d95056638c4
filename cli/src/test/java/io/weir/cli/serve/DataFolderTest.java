package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.PolicySettings.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataFolderTest {

    /** Java's home folder of a user without an account, such as the user number of a container. */
    private static final Path NO_HOME = Path.of("?");

    @TempDir
    Path home = Path.of("");

    @Test
    void isInTheHomeFolderUnlessAnotherIsNamed() {
        assertThat(DataFolder.of(null, home).path()).contains(home.resolve(".weir"));
        assertThat(DataFolder.of(home.resolve("data"), NO_HOME).path()).contains(home.resolve("data"));
        assertThat(DataFolder.of(null, home).warning(Source.DOCUMENT, false)).isEmpty();
    }

    @Test
    void aUserWithoutAHomeFolderHasNoDataFolder() {
        DataFolder none = DataFolder.of(null, NO_HOME);
        assertThat(none.path()).isEmpty();
        assertThat(none.warning(Source.DOCUMENT, false))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("has no home folder, so a policy that is pushed is lost at the next restart")
                        .contains("--data-dir"));
        assertThat(none.warning(Source.DOCUMENT, true))
                .hasValueSatisfying(warning -> assertThat(warning).contains("no copy of the policy is kept"));
        assertThat(none.warning(Source.FILE, false)).isEmpty();
    }

    @Test
    void aFolderThatCannotBeCreatedIsReportedAtStart() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        assertThat(DataFolder.of(file.resolve("data"), home).warning(Source.DOCUMENT, false))
                .hasValueSatisfying(warning ->
                        assertThat(warning).contains(file + "/data cannot be written, so no policy can be pushed"));
    }
}
