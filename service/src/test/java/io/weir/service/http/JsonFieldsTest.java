package io.weir.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON that is valid and unambiguous is read; other JSON is rejected with the name of the field. */
final class JsonFieldsTest {

    private static JsonFields read(String json) {
        return JsonFields.of(new Body(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Reads the same text from two parts. */
    private static JsonFields readInParts(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        int half = bytes.length / 2;
        return JsonFields.of(
                new Body(List.of(Arrays.copyOf(bytes, half), Arrays.copyOfRange(bytes, half, bytes.length))));
    }

    private static void assertRejected(Runnable call, String field, String detail) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(BadRequest.class, bad -> {
            assertThat(bad.field()).isEqualTo(field);
            assertThat(bad.detail()).isEqualTo(detail);
        });
    }

    @Test
    void readsEveryTypeThatIsAskedFor() {
        String json = """
                {"text": "ä\\u00e4\\ud83d\\ude00", "number": -5, "yes": true, "none": null,
                 "texts": {"a": "b", "c": null}, "list": [{"x": 1}, {"x": 2}]}""";
        JsonFields fields = read(json);
        assertThat(readInParts(json)).isEqualTo(fields);
        assertThat(fields.text("text")).contains("ää😀");
        assertThat(fields.wholeNumber("number")).contains(-5L);
        assertThat(fields.flag("yes")).contains(true);
        assertThat(fields.text("none")).isEmpty();
        assertThat(fields.has("none")).isFalse();
        assertThat(fields.texts("texts")).containsOnlyKeys("a").containsEntry("a", "b");
        assertThat(fields.objects("list").get(1).wholeNumber("x")).contains(2L);
        assertThat(fields.objects("absent")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                        | body  | must be a JSON object, which begins with {
            []                        | body  | must be a JSON object, which begins with {
            {"a":1                    | body  | must be JSON, and is not at line 1, column 7
            {"a":1,}                  | body  | must be JSON, and is not at line 1, column 8
            {'a':1}                   | body  | must be JSON, and is not at line 1, column 2
            {"a":NaN}                 | body  | must be JSON, and is not at line 1, column 9
            {"a":1} {}                | body  | must end with the JSON object
            {"a":1,"a":1}             | a     | must be given once
            {"a":null,"a":1}          | a     | must be given once
            {"a":{"b":1,"b":2}}       | a.b   | must be given once
            {"a":[{"b":1,"b":2}]}     | a[0].b | must be given once
            {"a":"\\ud800"}            | a     | must not have half a surrogate pair
            {"a":"\\udc00\\ud800"}      | a     | must not have half a surrogate pair
            {"a":{"\\ud800":1}}        | a.    | must not have half a surrogate pair
            {"a":[[[[[[[[1]]]]]]]]}   | body  | must not be nested deeper than 8, nor have numbers of more than 40 digits
            {"a":12345678901234567890123456789012345678901} | body | must not be nested deeper than 8, nor have numbers of more than 40 digits
            """)
    void invalidOrAmbiguousJsonIsRejected(String json, String field, String detail) {
        assertRejected(() -> read(json), field, detail);
        assertRejected(() -> readInParts(json), field, detail);
    }

    @Test
    void textThatIsNotUtf8IsRejected() {
        Body latin = new Body("{\"a\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1));
        assertRejected(() -> JsonFields.of(latin), "body", "must be UTF-8");
        Body inParts =
                new Body(List.of("{\"a\":\"".getBytes(StandardCharsets.UTF_8), new byte[] {(byte) 0xe4, '"', '}'}));
        assertRejected(() -> JsonFields.of(inParts), "body", "must be UTF-8");
        Body wide = new Body("{}".getBytes(StandardCharsets.UTF_16));
        assertRejected(() -> JsonFields.of(wide), "body", "must be UTF-8");
    }

    @Test
    void aFieldOfAnotherTypeIsRejectedByItsName() {
        JsonFields fields =
                read("{\"a\": 1.5, \"whole\": 1.0, \"b\": [1], \"c\": {\"d\": 1}, \"e\": 99999999999999999999}");
        assertRejected(() -> fields.text("a"), "a", "must be a text, such as \"a\"");
        assertThat(fields.wholeNumber("whole")).contains(1L);
        assertRejected(() -> fields.wholeNumber("a"), "a", "must be a whole number");
        assertRejected(() -> fields.wholeNumber("e"), "e", "must be a whole number");
        assertRejected(() -> fields.flag("a"), "a", "must be true or false");
        assertRejected(() -> fields.objects("a"), "a", "must be a list of objects, such as [{…}]");
        assertRejected(() -> fields.objects("b"), "b[0]", "must be an object, such as {…}");
        assertRejected(() -> fields.texts("c"), "c.d", "must be a text, such as \"a\"");
    }

    @Test
    void anUnknownFieldIsRejectedWithASuggestion() {
        List<String> known = List.of("path", "method");
        assertRejected(
                () -> read("{\"pth\":1}").only(known), "pth", "is no field of this object; did you mean \"path\"?");
        assertRejected(() -> read("{\"x\":1}").only(known), "x", "is no field of this object; write path or method");
    }

    @Test
    void longListsAndManyValuesAreRejectedBeforeTheyAreRead() {
        // The text after the last allowed value is not JSON, but the reader stops before it.
        assertRejected(() -> read("{\"a\":[" + "{},".repeat(101) + "]]]"), "a", "must have at most 100 values");
        String lists = ("[" + "1,".repeat(99) + "1],").repeat(99);
        assertRejected(
                () -> read("{\"a\":[" + lists + "1],\"b\":[" + lists + "]]]"),
                "body",
                "must have at most 10000 values");
    }
}
