package io.weir.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class NumeralCacheTest {

    @Test
    void writesEveryNumber() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            assertThat(NumeralCache.of(number)).isEqualTo(Long.toString(number)).isSameAs(NumeralCache.of(number));
        }
    }
}
