package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.core.SpringVersion;

/** Whether the second run of the tests, which the POM configures, is on the versions that it is for. */
@EnabledIfSystemProperty(named = "weir.newest", matches = "true")
final class NewestVersionsTest {

    @Test
    void theSecondRunIsOnSpring7() {
        assertThat(SpringVersion.getVersion()).startsWith("7.");
    }
}
