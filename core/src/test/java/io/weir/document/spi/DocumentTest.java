package io.weir.document.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import org.junit.jupiter.api.Test;

final class DocumentTest {

    /** Instances of other versions compare stamps that are kept in Redis with stamps that they compute. */
    @Test
    void aStampIsTheVersionAndTheSha1OfTheText() {
        assertThat(Stamp.of(7, "abc")).isEqualTo(new Stamp(7, "a9993e364706816aba3e25717850c26c9cd0d89d"));
        assertThat(Stamp.of(7, "Grüße")).isEqualTo(new Stamp(7, "f649751d6e1bb46f8c86a8e0300237c33df07074"));
    }

    @Test
    void textsOfOneVersionHaveDifferentStamps() {
        assertThat(Content.of(3, "a").stamp()).isNotEqualTo(Content.of(3, "b").stamp());
        assertThat(Content.of(3, "a")).isEqualTo(Content.of(3, "a"));
    }
}
