package io.weir.benchmarks.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.SmokeRun;
import org.junit.jupiter.api.Test;

final class FilterSmokeTest {

    /** {@link Filters} itself checks that each filter limits the request. */
    @Test
    void everyFilterLetsARequestPass() throws Exception {
        assertThat(SmokeRun.of(Filters.class))
                .containsExactlyInAnyOrder(
                        "request [none]", "request [weir]", "request [weir-strangers]", "request [bucket4j]");
    }
}
