package io.weir.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "é€😀", "a replacement character: \uFFFD"})
    void readsUtf8(String text) {
        assertThat(new Body(text.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcdef", "é€😀", "a replacement character: \uFFFD"})
    void readsUtf8ThatIsCutAnywhere(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            Body body = new Body(List.of(Arrays.copyOf(bytes, cut), Arrays.copyOfRange(bytes, cut, bytes.length)));
            StringWriter read = new StringWriter();
            body.reader().transferTo(read);
            assertThat(read).hasToString(text);
            assertThat(body.text()).isEqualTo(text);
        }
    }

    /** A lone byte, a cut sequence, an overlong form, half of a surrogate pair, and an invalid byte beside a real U+FFFD. */
    @ParameterizedTest
    @ValueSource(strings = {"61ff", "e282", "c080", "eda080", "efbfbdff"})
    void rejectsOtherBytes(String hex) {
        Body body = new Body(HexFormat.of().parseHex(hex));
        assertThatThrownBy(body::text).isInstanceOf(BadRequest.class).hasMessage("must be UTF-8");
        assertThatThrownBy(() -> body.reader().transferTo(new StringWriter()))
                .isInstanceOf(CharacterCodingException.class);
    }
}
