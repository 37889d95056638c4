package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WatchedPolicyTest {

    @TempDir
    private Path folder;

    private final ManualTime time = ManualTime.create();
    private final List<Policy> inForce = new ArrayList<>();

    private WatchedPolicy watch(Path path) throws IOException {
        return WatchedPolicy.start(path, PolicyReader.create(), new StartMode(Mode.ENFORCE), inForce::add, time);
    }

    private Path write(String name, String limit) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                "rules:\n  - {name: " + name.replace(".yml", "") + ", per: ip, limit: " + limit + "}\n");
    }

    private List<String> limits() {
        return inForce.get(inForce.size() - 1).rules().stream()
                .map(rule -> rule.name() + " " + rule.limit())
                .toList();
    }

    private void aSecondPasses() {
        time.advance(Duration.ofSeconds(1));
    }

    @Test
    void theStartModeCapsTheModeOfTheFile() throws IOException {
        Path file = write("a.yml", "10/min");
        StartMode shadow = new StartMode(Mode.SHADOW);
        try (WatchedPolicy watched = WatchedPolicy.start(file, PolicyReader.create(), shadow, inForce::add, time)) {
            write("a.yml", "20/min");
            aSecondPasses();
            assertThat(limits()).containsExactly("a 20/min");
            assertThat(inForce).extracting(Policy::mode).containsExactly(Mode.SHADOW, Mode.SHADOW);
            assertThat(watched.status().ignored())
                    .containsExactly("the mode enforce of the policy has no effect on this instance, because it was"
                            + " started with mode shadow");
            Files.writeString(file, "mode: off\nrules:\n  - {name: a, per: ip, limit: 20/min}\n");
            aSecondPasses();
            assertThat(inForce.get(2).mode()).isEqualTo(Mode.OFF);
            assertThat(watched.status().ignored()).isEmpty();
        }
    }

    @Test
    void aChangedFileIsInForceWithinASecond() throws IOException {
        try (WatchedPolicy watched = watch(write("a.yml", "10/min"))) {
            assertThat(limits()).containsExactly("a 10/min");
            aSecondPasses();
            assertThat(inForce).hasSize(1);
            write("a.yml", "20/min");
            aSecondPasses();
            assertThat(limits()).containsExactly("a 20/min");
            assertThat(watched.status().policy()).isSameAs(inForce.get(1));
            assertThat(watched.status().revision()).isEmpty();
        }
        write("a.yml", "30/min");
        aSecondPasses();
        assertThat(inForce).hasSize(2);
    }

    @Test
    void filesAreAddedAndRemoved() throws IOException {
        write("a.yml", "10/min");
        try (WatchedPolicy watched = watch(folder)) {
            Path more = write("b.yml", "20/min");
            aSecondPasses();
            assertThat(limits()).containsExactly("a 10/min", "b 20/min");
            Files.delete(more);
            aSecondPasses();
            assertThat(limits()).containsExactly("a 10/min");
            assertThat(watched.status().content().files()).hasSize(1);
            assertThat(watched.reloads()).isEqualTo(new ReloadCounts(2, 0));
        }
    }

    @Test
    void aMistakeChangesNothingAndIsShownUntilItIsCorrected() throws IOException {
        try (WatchedPolicy watched = watch(write("a.yml", "10/min"))) {
            write("a.yml", "often");
            aSecondPasses();
            aSecondPasses();
            assertThat(inForce).hasSize(1);
            assertThat(watched.status().problem())
                    .get()
                    .asString()
                    .contains("has mistakes, so the policy stays as it was", "Cannot read the limit \"often\"");
            assertThat(watched.reloads()).isEqualTo(new ReloadCounts(0, 1));
            write("a.yml", "10/min");
            aSecondPasses();
            assertThat(watched.status().problem()).isEmpty();
            assertThat(watched.reloads()).isEqualTo(new ReloadCounts(1, 1));
        }
    }

    @Test
    void aDeletedFileChangesNothing() throws IOException {
        Path file = write("a.yml", "10/min");
        try (WatchedPolicy watched = watch(file)) {
            Files.delete(file);
            aSecondPasses();
            assertThat(inForce).hasSize(1);
            assertThat(watched.status().problem()).get().asString().contains("cannot be read");
            write("a.yml", "10/min");
            aSecondPasses();
            assertThat(watched.status().problem()).isEmpty();
        }
    }

    @Test
    void doesNotStartWithAnUnusableFile() throws IOException {
        assertThatThrownBy(() -> watch(folder.resolve("none.yml"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> watch(write("a.yml", "often"))).isInstanceOf(InvalidPolicyException.class);
    }
}
