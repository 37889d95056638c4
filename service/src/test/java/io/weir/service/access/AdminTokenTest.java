package io.weir.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AdminTokenTest {

    @TempDir
    private Path folder;

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static AdminToken token(Path dataDir) {
        try {
            return AdminToken.readOrMake(dataDir);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void isCreatedOnceAndReadableByItsOwnerOnly() throws Exception {
        Path dataDir = folder.resolve("parent/data");
        AdminToken made = AdminToken.readOrMake(dataDir);
        assertThat(made.value()).hasSizeGreaterThanOrEqualTo(32);
        assertThat(made.warning()).isEmpty();
        assertThat(AdminToken.readOrMake(dataDir)).isEqualTo(made);
        assertThat(permissions(AdminToken.file(dataDir))).isEqualTo("rw-------");
        assertThat(permissions(dataDir)).isEqualTo("rwx------");
        assertThat(made).asString().doesNotContain(made.value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \t\n"})
    void aBlankFileGetsANewToken(String blank) throws Exception {
        Path file = Files.writeString(AdminToken.file(folder), blank);
        AdminToken made = AdminToken.readOrMake(folder);
        assertThat(made.value()).hasSizeGreaterThanOrEqualTo(32);
        assertThat(made.warning()).contains("The token file " + file + " was empty; it has a new admin token now");
        assertThat(Files.readString(file).strip()).isEqualTo(made.value());
        assertThat(permissions(file)).isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .extracting(each -> each.getFileName().toString())
                    .containsExactlyInAnyOrder("admin-token", "admin-token.lock");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw-----w-"})
    void warnsIfOthersHaveRightsOnTheFile(String permissions) throws Exception {
        Path file = Files.writeString(AdminToken.file(folder), "secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        AdminToken found = AdminToken.readOrMake(folder);
        assertThat(found.value()).isEqualTo("secret");
        assertThat(found.warning()).hasValueSatisfying(text -> assertThat(text).endsWith(": run chmod 600 " + file));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(AdminToken.readOrMake(folder).warning()).isEmpty();
    }

    @Test
    void processesThatStartTogetherHaveOneToken() throws Exception {
        for (String before : new String[] {"none", "blank"}) {
            Path dataDir = Files.createDirectory(folder.resolve(before));
            if (before.equals("blank")) {
                Files.writeString(AdminToken.file(dataDir), "");
            }
            assertThat(IntStream.range(0, 8)
                            .parallel()
                            .mapToObj(i -> token(dataDir).value())
                            .distinct())
                    .hasSize(1);
        }
    }
}
