package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiter;
import io.weir.testkit.internal.ApiText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Core is checked here too, because its own tests cannot use the testkit, which needs core. */
final class ApiTest {

    /** With this many types, users can still find what they need in the Javadoc. */
    private static final int MOST_TYPES_OF_CORE = 56;

    @Test
    void thePublicApiIsAsInApiTxt() throws IOException {
        ApiText.requireAsInFile(StoreContract.class, Path.of(""));
    }

    @Test
    void thePublicApiOfCoreIsAsInApiTxt() throws IOException {
        ApiText.requireAsInFile(RateLimiter.class, Path.of("../core"));
    }

    @Test
    void coreHasFewPublicTypes() throws IOException {
        assertThat(ApiText.topLevelTypes(RateLimiter.class))
                .as("public top-level types; move what users do not need to a package named spi or internal")
                .contains("io.weir.RateLimiter")
                .hasSizeLessThanOrEqualTo(MOST_TYPES_OF_CORE);
    }
}
