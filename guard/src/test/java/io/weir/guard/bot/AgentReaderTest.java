package io.weir.guard.bot;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.guard.bot.UserAgent.Family;
import io.weir.guard.bot.UserAgent.Kind;
import io.weir.guard.bot.UserAgent.Platform;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentReaderTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
                        + " Safari/537.36 | CHROMIUM | 138 | 0 | WINDOWS",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
                        + " Safari/537.36 Edg/138.0.3351.83 | CHROMIUM | 138 | 0 | WINDOWS",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5"
                        + " Safari/605.1.15 | SAFARI | 17 | 5 | MACOS",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                        + " Version/17.5 Mobile/15E148 Safari/604.1 | SAFARI | 17 | 5 | IOS",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                        + " CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1 | SAFARI | 0 | 0 | IOS",
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 | FIREFOX | 140 | 0 | LINUX",
                "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0 | FIREFOX | 140 | 0 | ANDROID",
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile"
                        + " Safari/537.36 | CHROMIUM | 138 | 0 | ANDROID",
                "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko)"
                        + " SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36 | CHROMIUM | 130 | 0 | ANDROID",
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
                        + " Safari/537.36 | CHROMIUM | 138 | 0 | CHROME_OS",
                "Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0"
                        + " Mobile Safari/537.36 | CHROMIUM | 120 | 0 | ANDROID"
            })
    void knowsBrowsers(String text, Family family, int major, int minor, Platform platform) {
        assertThat(AgentReader.read(text))
                .isEqualTo(new UserAgent(Kind.BROWSER, family, major, minor, platform, false, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0"
                        + " Chrome/126.0.6478.122 Mobile Safari/537.36",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                        + " Mobile/15E148",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                        + " Mobile/15E148 [FBAN/FBIOS;FBAV/470.0;FBBV/620;FBDV/iPhone14,5;FBMD/iPhone;FBLC/de_DE]",
                "Mozilla/5.0 (Linux; Android 13; SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0"
                        + " Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android"
            })
    void knowsViewsInsideOfOtherPrograms(String text) {
        assertThat(AgentReader.read(text))
                .matches(UserAgent::isBrowser, "is a browser")
                .matches(UserAgent::webView, "is a view");
    }

    @ParameterizedTest
    @CsvSource({
        "curl/8.5.0, curl",
        "Wget/1.21.4, wget",
        "Python-urllib/3.12, python-urllib",
        "python-requests/2.32.3, python-requests",
        "Go-http-client/1.1, go-http-client",
        "Java-http-client/17.0.15, java-http-client",
        "okhttp/4.12.0, okhttp",
        "node, node",
        "Scrapy/2.11 (+https://scrapy.org), scrapy",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html), compatible",
        "Googlebot/2.1 (+http://www.google.com/bot.html), googlebot",
        "AhrefsBot, ahrefsbot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML; like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36, compatible"
    })
    void knowsToolsByTheirWords(String text, String tool) {
        assertThat(AgentReader.read(text)).matches(agent -> agent.kind() == Kind.TOOL, "is a tool");
        assertThat(AgentReader.read(text).tool()).isEqualTo(tool);
    }

    @Test
    void knowsBrowsersWithoutAWindow() {
        String headless = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                + " HeadlessChrome/138.0.0.0 Safari/537.36";
        assertThat(AgentReader.read(headless).kind()).isEqualTo(Kind.HEADLESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ShopApp/3.1 (iPhone)",
                "Mozilla/5.0",
                "Mozilla/5.0 (Windows NT 10.0)",
                "Chrome/138.0.0.0",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
                        + " Safari/537.36 Scan4All/1.0",
                "()",
                "ÄÖÜ"
            })
    void knowsWhatIsNoBrowsersForm(String text) {
        assertThat(AgentReader.read(text).kind()).isEqualTo(Kind.OTHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ";;;///", "123.45"})
    void knowsThatThereIsNoAgent(String text) {
        assertThat(AgentReader.read(text)).isEqualTo(UserAgent.MISSING);
    }

    /** A text that counts how often one of its characters is looked at. */
    private static final class CountedText implements CharSequence {
        private final String text;
        private int looks;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void looksAtEachOfTheFirst512CharactersOnce() {
        List<String> hostile = List.of(
                "a".repeat(8_192),
                "(".repeat(8_192),
                "a ".repeat(4_096),
                "1.".repeat(4_096),
                "Chrome/9".repeat(1_024),
                "bot-".repeat(2_048),
                "\u0000\uD800".repeat(4_096));
        for (String text : hostile) {
            CountedText counted = new CountedText(text);
            assertThat(AgentReader.read(counted)).isNotNull();
            assertThat(counted.looks).isEqualTo(512);
        }
    }

    @Test
    void readsAnyText() {
        Random random = new Random(7);
        String characters = "aZ09 ()/;,.-_[]:+\u00e4\uD83D";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(60), 0, characters.length()).forEach(at -> text.append(characters.charAt(at)));
            assertThat(AgentReader.read(text).major()).isBetween(0, 9_999);
        }
    }
}
