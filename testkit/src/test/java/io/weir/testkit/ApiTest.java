package io.weir.testkit;

import io.weir.RateLimiter;
import io.weir.testkit.internal.ApiText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Core is checked here too, because its own tests cannot use the testkit, which needs core. */
final class ApiTest {

    @Test
    void thePublicApiIsAsInApiTxt() throws IOException {
        ApiText.requireAsInFile(StoreContract.class, Path.of(""));
    }

    @Test
    void thePublicApiOfCoreIsAsInApiTxt() throws IOException {
        ApiText.requireAsInFile(RateLimiter.class, Path.of("../core"));
    }
}
