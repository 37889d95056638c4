package io.weir.guard.bot;

import java.util.Locale;

/**
 * What a User-Agent says of its sender.
 *
 * @param major the version of the browser; 0 if unknown
 * @param minor the second number of the version
 * @param webView whether it is a view inside of another program, which sends fewer headers than a browser
 * @param tool the word that names a library, command or crawler, in lower case; empty if there is none
 */
record UserAgent(Kind kind, Family family, int major, int minor, Platform platform, boolean webView, String tool) {

    enum Kind {
        MISSING,
        TOOL,
        HEADLESS,
        BROWSER,
        OTHER
    }

    enum Family {
        CHROMIUM,
        FIREFOX,
        SAFARI,
        OTHER;

        private final String word = name().toLowerCase(Locale.ROOT);

        String word() {
            return word;
        }
    }

    /** A platform, with its name in client hints. */
    enum Platform {
        WINDOWS("Windows"),
        MACOS("macOS"),
        LINUX("Linux"),
        ANDROID("Android"),
        CHROME_OS("Chrome OS"),
        IOS("iOS"),
        OTHER("");

        private final String hint;

        Platform(String hint) {
            this.hint = hint;
        }

        String hint() {
            return hint;
        }
    }

    static final UserAgent MISSING = new UserAgent(Kind.MISSING, Family.OTHER, 0, 0, Platform.OTHER, false, "");

    boolean isBrowser() {
        return kind == Kind.BROWSER;
    }

    boolean isAtLeast(Family which, int leastMajor, int leastMinor) {
        return family == which && (major > leastMajor || (major == leastMajor && minor >= leastMinor));
    }
}
