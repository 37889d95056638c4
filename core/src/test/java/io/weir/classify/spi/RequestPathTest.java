package io.weir.classify.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestPathTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a, /a",
        "/a/, /a/",
        "/a/b.c, /a/b.c",
        "/%61, /a",
        "/caf%C3%A9, /café",
        "/a%20b, '/a b'",
        "/a%3Fb, /a?b",
        "/..a/.b./c.., /..a/.b./c..",
        "/a+b, /a+b",
    })
    void decodesWhatCanBeReadInOneWay(String raw, String path) {
        assertThat(RequestPath.read(raw)).contains(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "http://host/a",
                "//a",
                "/a//b",
                "/./a",
                "/a/.",
                "/a/../b",
                "/..",
                "/%2e/a",
                "/%2E%2e/a",
                "/.%2e/a",
                "/a%2fb",
                "/a%2Fb",
                "/a%5cb",
                "/a\\b",
                "/%252e%252e/a",
                "/a%25",
                "/a%",
                "/a%2",
                "/a%zz",
                "/a%00",
                "/a\u0000",
                "/a\n",
                "/a%0d%0a",
                "/a;b=c",
                "/a%3bb",
                "/%c0%ae%c0%ae/a",
                "/%ff",
                "/a%e2%82",
                "/\ud800",
                "/a%+1b",
            })
    void rejectsAmbiguousPaths(String raw) {
        assertThat(RequestPath.read(raw)).isEmpty();
    }

    @Test
    void rejectsAnOverlongPath() {
        assertThat(RequestPath.read("/" + "a".repeat(8_191))).isPresent();
        assertThat(RequestPath.read("/" + "a".repeat(8_192))).isEmpty();
    }

    /** No path that a lenient server reads as /admin is read as another path here. */
    @Test
    void noPathIsReadByLenientServersAsAnotherOne() {
        String[] pieces = {
            "/",
            "//",
            "a",
            "admin",
            "ADMIN",
            ".",
            "..",
            "%2e",
            "%2E",
            "%2f",
            "%5c",
            "\\",
            ";x=1",
            "%25",
            "%252e",
            "%61dmin",
            "adm%69n",
            "%00",
            " ",
            "%20",
            "é",
            "%c3%a9",
            "\u0001",
            "?",
            "%3b",
            "~",
            "\ud83d\ude00",
            "\ud83d",
        };
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 500_000; i++) {
            StringBuilder text = new StringBuilder("/");
            int parts = random.nextInt(1, 9);
            for (int part = 0; part < parts; part++) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            String raw = text.toString();
            Optional<String> read = RequestPath.read(raw);
            if (read.isPresent()) {
                String path = read.get();
                assertThat(path).as(raw).startsWith("/").doesNotContain("//", "\\", ";", "/./", "/../");
                assertThat(lenient(raw))
                        .as(raw)
                        .isEqualTo(
                                path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path);
            }
        }
    }

    /**
     * Reads a path leniently: decodes twice, takes backslashes for slashes, drops parameters, follows dots, and joins
     * slashes.
     */
    private static String lenient(String raw) {
        String once = decode(raw);
        String twice = decode(once).replace('\\', '/').replaceAll(";[^/]*", "");
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : twice.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        return "/" + String.join("/", segments);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException wrong) {
            return text.toLowerCase(Locale.ROOT);
        }
    }
}
