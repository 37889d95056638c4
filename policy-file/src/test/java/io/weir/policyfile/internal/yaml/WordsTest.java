package io.weir.policyfile.internal.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WordsTest {

    @Test
    void countsTheLettersToChange() {
        assertThat(Words.distance("limit", "limit")).isZero();
        assertThat(Words.distance("limt", "limit")).isOne();
        assertThat(Words.distance("limitt", "limit")).isOne();
        assertThat(Words.distance("lomit", "limit")).isOne();
        assertThat(Words.distance("ilmit", "limit")).isOne();
        assertThat(Words.distance("", "limit")).isEqualTo(5);
    }

    @Test
    void findsTheNearestSimilarWord() {
        List<String> words = List.of("refill-rate", "capacity", "off");
        assertThat(Words.nearest("Refill_Rate", words)).contains("refill-rate");
        assertThat(Words.nearest("refilrate", words)).contains("refill-rate");
        assertThat(Words.nearest("of", words)).contains("off");
        assertThat(Words.nearest("on", words)).isEmpty();
        assertThat(Words.nearest("velocity", words)).isEmpty();
    }

    @Test
    void listsWords() {
        assertThat(Words.list(List.of("a"))).isEqualTo("a");
        assertThat(Words.list(List.of("a", "b", "c"))).isEqualTo("a, b or c");
    }
}
