package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountedTest {

    @Test
    void encodesWhatSeparatesThePartsOfAKey() {
        assertThat(Counted.of("user", "shopper").key()).isEqualTo("user:shopper");
        assertThat(Counted.of("claim-{a}:b", "c#%").key()).isEqualTo("claim-%7Ba%7D%3Ab:c%23%25");
        assertThat(Counted.of("claim-a", "b:c").key())
                .isNotEqualTo(Counted.of("claim-a:b", "c").key());
    }
}
