package io.weir.service.envoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Text that is not UTF-8. */
public final class BrokenTextTest {

    /** Bytes that are not valid UTF-8, each for another reason. */
    public static final List<byte[]> BROKEN = Stream.of(
                    "ff", // never part of UTF-8
                    "80", // continuation without a start
                    "c3", // incomplete
                    "e282",
                    "f09f98",
                    "c0af", // overlong
                    "e080af",
                    "eda080", // half a surrogate pair
                    "edb3bf", // the half that stands for a broken ff
                    "f4908080", // beyond Unicode
                    "61ff62",
                    "fffefdfc",
                    "efbfbdff", // after a replacement character
                    "f09f9880ff") // after a surrogate pair
            .map(HexFormat.of()::parseHex)
            .toList();

    private static String decode(byte[] bytes) {
        return BrokenText.decode(bytes, 0, bytes.length);
    }

    @Test
    void leavesUtf8Unchanged() {
        for (String text : List.of("", "a", "é", "€", "😀", "\uFFFD", "\u0000", "aé€😀\uFFFD")) {
            assertThat(decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
        }
    }

    @Test
    void replacesEachInvalidByteByHalfOfASurrogatePair() {
        assertThat(decode(HexFormat.of().parseHex("61ff62"))).isEqualTo("a\uDCFFb");
        assertThat(decode(HexFormat.of().parseHex("eda080"))).isEqualTo("\uDCED\uDCA0\uDC80");
        assertThat(decode(HexFormat.of().parseHex("f09f9880f09f98"))).isEqualTo("😀\uDCF0\uDC9F\uDC98");
    }

    @Test
    void givesDifferentTextForDifferentBytes() {
        Random random = new Random(1);
        byte[] likely = HexFormat.of().parseHex("61808fa0b3bfc0c3dce0e2edeff0f4ff");
        Map<String, String> bytesOf = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(7)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = likely[random.nextInt(likely.length)];
            }
            String hex = HexFormat.of().formatHex(bytes);
            String before = bytesOf.putIfAbsent(decode(bytes), hex);
            assertThat(before == null ? hex : before).isEqualTo(hex);
        }
    }
}
