package io.weir.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CounterSubjectTest {

    @Test
    void encodesTheSeparatorsInPartsOfAKey() {
        assertThat(CounterSubject.of("user", "shopper").key()).isEqualTo("user:shopper");
        assertThat(CounterSubject.of("claim-{a}:b", "c#%").key()).isEqualTo("claim-%7Ba%7D%3Ab:c%23%25");
        assertThat(CounterSubject.of("claim-a", "b:c").key())
                .isNotEqualTo(CounterSubject.of("claim-a:b", "c").key());
    }
}
