package io.weir.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "é€😀", "a replacement character: \uFFFD"})
    void readsUtf8(String text) {
        assertThat(new Body(text.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(text);
    }

    /** A lone byte, a cut sequence, an overlong form, half of a surrogate pair, and one beside a true replacement character. */
    @ParameterizedTest
    @ValueSource(strings = {"61ff", "e282", "c080", "eda080", "efbfbdff"})
    void rejectsOtherBytes(String hex) {
        Body body = new Body(HexFormat.of().parseHex(hex));
        assertThatThrownBy(body::text).isInstanceOf(BadRequest.class).hasMessage("must be UTF-8");
    }
}
