package io.weir.policyfile.internal.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.MutatedPolicyTest;
import io.weir.policyfile.PolicyText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Any text is either a domain or has mistakes, whose places are inside the text. */
final class MutatedEnvoyFileTest {

    private static final int FILES = Integer.getInteger("weir.mutations", 5_000);

    @Test
    void neverThrowsAnotherException() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> originals = new ArrayList<>();
        for (Path file : Stream.of(EnvoyFiles.valid(), EnvoyFiles.invalid(), EnvoyFiles.valid())
                .flatMap(List::stream)
                .toList()) {
            originals.add(Files.readString(file));
        }
        int valid = 0;
        for (int i = 0; i < FILES; i++) {
            String text = MutatedPolicyTest.mutated(originals.get(random.nextInt(originals.size())), random);
            try {
                EnvoyReader.read(List.of(new PolicyText("mutated.yml", text)));
                valid++;
            } catch (InvalidPolicyException refused) {
                MutatedPolicyTest.assertPlausible(refused, text);
            } catch (RuntimeException | StackOverflowError other) {
                fail("seed " + seed + ":\n" + text, other);
            }
        }
        assertThat(valid).as("seed %d", seed).isBetween(FILES / 100, FILES - FILES / 50);
    }
}
