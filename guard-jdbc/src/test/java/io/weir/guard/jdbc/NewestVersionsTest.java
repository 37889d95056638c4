package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.core.SpringVersion;

/** The second run of the tests, which the POM configures, uses the newest versions. */
@EnabledIfSystemProperty(named = "weir.newest", matches = "true")
final class NewestVersionsTest {

    @Test
    void theSecondRunIsOnSpring7() {
        assertThat(SpringVersion.getVersion()).startsWith("7.");
    }
}
