package io.weir.client;

import io.weir.testkit.internal.ApiText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ApiTest {

    @Test
    void thePublicApiIsAsInApiTxt() throws IOException {
        ApiText.requireAsInFile(PatientHttpClient.class, Path.of(""));
    }
}
