package io.weir.store.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SipHashTest {

    /** The reference implementation's vectors for key 00 01 … 0f and messages 00 01 02 …, here as pairs of bytes. */
    @Test
    void agreesWithTheReferenceVectors() {
        SipHash hash = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        assertThat(hash.of("")).isEqualTo(0x726fdb47dd0e0e31L);
        assertThat(hash.of("\u0100")).isEqualTo(0x0d6c8009d9a94f5aL);
        assertThat(hash.of("\u0100\u0302\u0504\u0706")).isEqualTo(0x93f5f5799a932462L);
        assertThat(hash.of("\u0100\u0302\u0504\u0706\u0908\u0b0a\u0d0c")).isEqualTo(0xf723ca908e7af2eeL);
    }

    @Test
    void anotherKeyGivesAnotherHash() {
        assertThat(SipHash.withRandomKey().of("key"))
                .isNotEqualTo(SipHash.withRandomKey().of("key"));
    }
}
