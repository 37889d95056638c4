package io.weir.guard.bot;

import io.weir.guard.bot.UserAgent.Family;
import io.weir.guard.bot.UserAgent.Kind;
import io.weir.guard.bot.UserAgent.Platform;

/**
 * Reads a User-Agent in one pass over its first 512 characters, each of which is looked at once, whatever it contains.
 *
 * <p>The text is a row of products, such as {@code Chrome/138.0}, with comments in parentheses between them. Words are compared
 * with those of known tools. What remains is a browser if it has the form of one: {@code Mozilla/5.0}, a comment with the
 * platform, an engine, and only such products as browsers name.
 */
final class AgentReader {

    static final int MOST_CHARACTERS = 512;

    private static final int LONGEST_WORD = 40;
    private static final int MOST_VERSION = 9_999;

    private final CharSequence text;
    private final int length;
    private final StringBuilder word = new StringBuilder(LONGEST_WORD);

    private int depth;
    private int comments;
    private boolean hasUrl;
    private boolean isHeadless;
    private boolean beginsAsBrowser;
    private boolean hasStrangeProduct;
    private boolean webView;
    private String tool = "";
    private int engines;
    private Family family = Family.OTHER;
    private Platform platform = Platform.OTHER;
    private int major;
    private int minor;

    /** The numbers of the product that is being read, and what they belong to. */
    private int products;

    private String product = "";
    private int number = -1;
    private int numbers;

    private AgentReader(CharSequence text) {
        this.text = text;
        this.length = Math.min(text.length(), MOST_CHARACTERS);
    }

    static UserAgent read(CharSequence text) {
        return new AgentReader(text).read();
    }

    private UserAgent read() {
        for (int i = 0; i < length; i++) {
            char each = text.charAt(i);
            if (isOfWords(each)) {
                if (word.length() < LONGEST_WORD) {
                    word.append(lowerCase(each));
                }
            } else {
                endWord(each);
                readOther(each);
            }
        }
        endWord(' ');
        endProduct();
        webView |= platform == Platform.IOS && family == Family.OTHER && engines > 0;
        if (products == 0 && comments == 0 && tool.isEmpty()) {
            return UserAgent.MISSING;
        }
        return new UserAgent(kind(), family, major, minor, platform, webView, tool);
    }

    /** Digits belong to words after a letter, and to versions otherwise. */
    private boolean isOfWords(char each) {
        boolean isLetter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each > 127;
        boolean isInside = (each >= '0' && each <= '9') || each == '-' || each == '_';
        return number < 0 && (isLetter || (isInside && word.length() > 0));
    }

    private static char lowerCase(char each) {
        return each >= 'A' && each <= 'Z' ? (char) (each + ('a' - 'A')) : each;
    }

    private void readOther(char each) {
        if (each >= '0' && each <= '9') {
            number = Math.min(Math.max(number, 0) * 10 + (each - '0'), MOST_VERSION);
            return;
        }
        endNumber();
        switch (each) {
            case '(' -> {
                endProduct();
                comments += depth++ == 0 ? 1 : 0;
            }
            case ')' -> depth = Math.max(0, depth - 1);
            case ' ', ';', ',' -> endProduct();
            default -> {}
        }
    }

    private void endNumber() {
        if (number >= 0 && depth == 0 && !product.isEmpty()) {
            version(numbers++, number);
        }
        number = -1;
    }

    private void version(int position, int value) {
        boolean isBrowser = switch (product) {
            case "chrome", "headlesschrome" -> family == Family.CHROMIUM;
            case "firefox" -> family == Family.FIREFOX;
            case "version" -> family == Family.SAFARI || family == Family.OTHER;
            default -> false;
        };
        if (isBrowser && position == 0) {
            major = value;
            minor = 0;
        } else if (isBrowser && position == 1) {
            minor = value;
        }
    }

    private void endProduct() {
        endNumber();
        product = "";
        numbers = 0;
    }

    private void endWord(char next) {
        if (word.length() == 0) {
            return;
        }
        String read = word.toString();
        word.setLength(0);
        hasUrl |= next == ':' && (read.equals("http") || read.equals("https"));
        if (tool.isEmpty() && AgentWords.isTool(read)) {
            tool = read;
        }
        if (depth > 0) {
            readComment(read);
        } else if (product.isEmpty()) {
            readProduct(read);
        }
    }

    private void readComment(String read) {
        switch (read) {
            case "wv" -> webView = true;
            case "windows" -> platform = Platform.WINDOWS;
            case "macintosh" -> platform = Platform.MACOS;
            case "iphone", "ipad", "ipod" -> platform = Platform.IOS;
            case "android" -> platform = Platform.ANDROID;
            case "cros" -> platform = Platform.CHROME_OS;
            case "linux", "x11" -> platform = platform == Platform.OTHER ? Platform.LINUX : platform;
            default -> {}
        }
    }

    private void readProduct(String read) {
        product = read;
        if (products++ == 0) {
            beginsAsBrowser = read.equals("mozilla");
        }
        switch (read) {
            case "applewebkit", "gecko" -> engines++;
            case "chrome" -> family = Family.CHROMIUM;
            case "headlesschrome" -> {
                family = Family.CHROMIUM;
                isHeadless = true;
            }
            case "firefox" -> family = Family.FIREFOX;
            case "safari", "crios", "fxios", "edgios", "opios", "gsa" ->
                family = family == Family.OTHER ? Family.SAFARI : family;
            case "fban", "fbav", "fb_iab", "fbios", "instagram", "line", "micromessenger", "snapchat", "pinterest" ->
                webView = true;
            default -> hasStrangeProduct |= !AgentWords.isOfBrowsers(read);
        }
    }

    private Kind kind() {
        if (isHeadless) {
            return Kind.HEADLESS;
        }
        if (hasUrl || !tool.isEmpty()) {
            return Kind.TOOL;
        }
        boolean hasEngine = engines > 0 && (family != Family.OTHER || webView);
        boolean isBrowser = beginsAsBrowser && comments > 0 && hasEngine && platform != Platform.OTHER;
        return isBrowser && !hasStrangeProduct ? Kind.BROWSER : Kind.OTHER;
    }
}
