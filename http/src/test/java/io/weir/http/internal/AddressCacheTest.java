package io.weir.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import org.junit.jupiter.api.Test;

final class AddressCacheTest {

    @Test
    void parsesEveryText() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20_000; i++) {
                String text = "10.0." + i / 250 + "." + i % 300;
                assertThat(AddressCache.read(text))
                        .isEqualTo(IpAddress.parse(text))
                        .isSameAs(AddressCache.read(text));
            }
        }
    }
}
