package io.weir.service.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void hasNoBlankToken(String blank) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Access(blank, Optional.empty()))
                .withMessageContaining("admin token is blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Access("secret", Optional.of(blank)))
                .withMessageContaining("check token is blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer  ", "bearer \t", "Basic ", "secret", "Bearer secret2"})
    void rejectsAHeaderWithoutItsToken(String header) {
        Access access = new Access("admin", Optional.of("secret"));
        assertThat(access.mayAdminister(header)).isFalse();
        assertThat(access.mayCheck(header)).isFalse();
    }

    @Test
    void theAdminTokenMayCheckAndTheCheckTokenIsNoAdminToken() {
        Access access = new Access("admin", Optional.of("secret"));
        assertThat(access.mayCheck("Bearer admin")).isTrue();
        assertThat(access.mayCheck("bearer secret")).isTrue();
        assertThat(access.mayAdminister("Bearer secret")).isFalse();
        assertThat(access.mayCheck(null)).isFalse();
    }
}
