package io.weir.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JsonObjectTest {

    @Test
    void isFlatAndWithoutSpaces() {
        assertThat(new JsonObject()
                        .add("allowed", true)
                        .add("remaining", 40)
                        .add("key", "a")
                        .addSeconds("delaySeconds", 1_500_000)
                        .close())
                .isEqualTo("{\"allowed\":true,\"remaining\":40,\"key\":\"a\",\"delaySeconds\":1.5}");
        assertThat(new JsonObject().close()).isEqualTo("{}");
    }

    @Test
    void escapesQuotesBackslashesAndControlCharacters() {
        assertThat(new JsonObject().add("key", "\"a\\b\"").close()).isEqualTo("{\"key\":\"\\\"a\\\\b\\\"\"}");
        assertThat(new JsonObject().add("key", "a\r\n\tb").close()).isEqualTo("{\"key\":\"a\\r\\n\\tb\"}");
        assertThat(new JsonObject().add("key", "\u0000\u001f\u001b[31m").close())
                .isEqualTo("{\"key\":\"\\u0000\\u001f\\u001b[31m\"}");
        assertThat(new JsonObject().add("key", "grün 🌊 \u007f").close()).isEqualTo("{\"key\":\"grün 🌊 \u007f\"}");
    }
}
