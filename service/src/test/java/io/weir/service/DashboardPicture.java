package io.weir.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Makes the picture of the documentation from frozen answers, so that it changes only when the page does. */
final class DashboardPicture {

    private static final Path FILE = Path.of("..", "docs", "pictures", "dashboard.png");
    private static final int MOST_BYTES = 150_000;

    private DashboardPicture() {}

    /** Opens the page with frozen answers, and returns the picture of it. The browser shows nothing else afterwards. */
    static byte[] take(Browser browser, String address) throws IOException {
        try (InputStream script = DashboardPicture.class.getResourceAsStream("/dashboard/frozen.js")) {
            browser.prepare(new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8)
                    + "if (location.pathname === '/') sessionStorage.setItem('weir-token', 'frozen');");
        }
        browser.resize(1100, 860);
        browser.open(address + "/");
        browser.waitFor("#rules-now tbody tr:first-child", "(?s)login-per-ip .*181.*");
        byte[] picture = browser.screenshot();
        if (picture.length > MOST_BYTES) {
            throw new IllegalStateException("the picture has " + picture.length + " bytes, more than " + MOST_BYTES);
        }
        if (Boolean.getBoolean("weir.shots")) {
            Files.write(FILE, picture);
        }
        return picture;
    }
}
