package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class UnavailableExceptionTest {

    @Test
    void namesTheReasonOfAFileFailureAndNotOnlyThePath() {
        assertThat(UnavailableException.reason(new CompletionException(new AccessDeniedException("/data"))))
                .isEqualTo("java.nio.file.AccessDeniedException: /data");
        assertThat(UnavailableException.reason(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
    }
}
