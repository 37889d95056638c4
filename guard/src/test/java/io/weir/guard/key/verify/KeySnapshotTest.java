package io.weir.guard.key.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.guard.Site;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.secret.Pepper;
import io.weir.limit.Limit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeySnapshotTest {

    @TempDir
    private Path folder;

    private final Site site = new Site();
    private Path file = Path.of("");
    private final NewKey key = site.create(KeyTerms.of("orders", "acme")
            .withScopes("orders:read")
            .withTenant(Optional.of("t"))
            .withTier(Optional.of("premium"))
            .withLimit(Optional.of(Limit.parse("5000/min burst 8000")))
            .withNetworks("192.0.2.0/24")
            .withCounters("user:*"));

    @BeforeEach
    void writeSnapshot() {
        file = folder.resolve("api-keys.snapshot");
        start(site.pepper).close();
    }

    private ApiKeyRegistry start(Pepper pepper) {
        return ApiKeyRegistry.start(
                site.shelf, RegistryConfig.of(pepper, site.time, site.time).withSnapshot(file));
    }

    private ApiKeyRegistry startWithoutDatabase() {
        site.shelf.goAway();
        return start(site.pepper);
    }

    @Test
    void aProcessStartsFromASnapshotWithoutItsDatabase() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        KeySnapshot read = new SnapshotFile(file, site.pepper).read().orElseThrow();
        assertThat(read.keys()).singleElement().satisfies(stored -> {
            assertThat(stored.key()).isEqualTo(key.key());
            assertThat(stored).isEqualTo(site.shelf.find(key.key().id()).orElse(stored));
        });
        site.time.advance(Duration.ofHours(3));
        ApiKeyRegistry started = startWithoutDatabase();
        assertThat(Site.verify(started, key)).isEqualTo(KeyCode.WRONG_NETWORK);
        assertThat(started.status().age()).contains(Duration.ofHours(3));
    }

    @Test
    void keysOfASnapshotThatIsTooOldAreRefused() {
        site.time.advance(Duration.ofHours(25));
        assertThat(Site.verify(startWithoutDatabase(), key)).isEqualTo(KeyCode.UNAVAILABLE);
    }

    @Test
    void laterChangesAreReadWhenTheDatabaseAnswers() {
        ApiKeyRegistry started = startWithoutDatabase();
        site.shelf.comeBack();
        NewKey later = site.create("later");
        site.time.advance(Duration.ofSeconds(1));
        assertThat(Site.verify(started, later)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void aRevocationIsInTheSnapshotWithinASecond() {
        ApiKeyRegistry running = start(site.pepper);
        site.administration.revoke(key.key().id(), Site.ADMIN);
        site.time.advance(Duration.ofSeconds(1));
        assertThat(Site.verify(startWithoutDatabase(), key)).isEqualTo(KeyCode.REVOKED);
        running.close();
    }

    @Test
    void aChangedFileIsNotUsed() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i += 7) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            Files.write(file, changed);
            assertThat(startWithoutDatabase().status().isLoaded())
                    .as("byte %s", i)
                    .isFalse();
        }
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 40));
        assertThat(startWithoutDatabase().status().isLoaded()).isFalse();
    }

    @Test
    void aFileOfAnotherPepperIsNotUsed() {
        site.shelf.goAway();
        assertThat(start(Pepper.parse("33".repeat(32))).status().isLoaded()).isFalse();
    }
}
